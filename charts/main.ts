import { App } from 'cdk8s';
import { edge } from './edge';
import { mainframe } from './mainframe';
import { warehouse } from './warehouse';

// The reference fleet: three clusters that differ in architecture and release, as those of a real team do.
const app = new App();
edge(app);
mainframe(app);
warehouse(app);
app.synth();
