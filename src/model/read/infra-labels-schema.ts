import { described, lazily, maybe, text } from './shapes';
import * as z from './zod';

/** Labels that go from the infra cluster to the user cluster. */
export const INFRA_LABELS = lazily(() =>
  z.strictObject({
    name: maybe(text, 'Name of the ConfigMap; infra-labels where absent.'),
    namespace: maybe(text, 'Its namespace; kube-system where absent.'),
    keys: z.array(
      z.strictObject({
        from: described(text, 'Key on the node of the infra cluster.'),
        to: maybe(text, 'Key on the node of the user cluster; the same where absent.'),
      }),
    ),
    controller: maybe(
      z.strictObject({ serviceAccount: maybe(text, 'Account that it runs as; infra-labels where absent.') }),
      'The controller that copies them: its account and its rights in the user cluster.',
    ),
  }),
);
