import { renderGithub } from '../../src/findings/formats';
import { CALL, judgement, NASTY, PLAIN } from './nasty-finding';

test('nothing to say is nothing', () => {
  expect(renderGithub(judgement([]))).toBe('');
});

test('a finding is one command, whatever is in it', () => {
  expect(renderGithub(judgement([PLAIN, NASTY, CALL]))).toBe(
    `::error file=apps/vm.yaml,line=12,col=3,title=PV105::VirtualMachine shop/web, spec.disks[a].bus: sata is rejected. It never starts. Fix: write scsi.
::warning file=a b/50%25%2Cx%3A1.yaml,line=2,title=PV040::VirtualMachine shop/web, spec["a|b"]: <b>"{0}" & \`x\` | [y](z)\\u000d%0A::error::@all\\u001b. It\\u0000 is *odd*. Fix: write ]]> or 100%25.
::notice title=PV904::target.kubevirt: it is new. Nobody knows it. Fix: look.
`,
  );
});

test('a file name cannot begin a second command', () => {
  expect(renderGithub(judgement([{ ...CALL, file: 'a\r\n::error::b' }])).split('\n')).toEqual([
    '::notice file=a%0D%0A%3A%3Aerror%3A%3Ab,title=PV904::target.kubevirt: it is new. Nobody knows it. Fix: look.',
    '',
  ]);
});
