import { App } from 'cdk8s';
import { branch } from './branch';
import { edge } from './edge';
import { lab } from './lab';
import { mainframe } from './mainframe';
import { tenants } from './tenants';
import { warehouse } from './warehouse';

// The reference fleet: clusters that differ in architecture, hypervisor and release, as those of a real team do.
const app = new App();
edge(app);
branch(app);
lab(app);
mainframe(app);
tenants(app);
warehouse(app);
app.synth();
