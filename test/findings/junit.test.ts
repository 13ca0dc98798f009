import { renderJunit } from '../../src/findings/formats';
import { CALL, judgement, NASTY, PLAIN, WEB } from './nasty-finding';

test('an object that nothing is said of has passed', () => {
  expect(renderJunit(judgement([]))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="polyvirt" tests="2" failures="0" errors="0" skipped="0">
  <testsuite name="polyvirt check" tests="2" failures="0" errors="0" skipped="0">
    <testcase classname="VirtualMachine" name="shop/web"/>
    <testcase classname="Namespace" name="db"/>
  </testsuite>
</testsuites>
`);
});

test('errors are a failure of their object, the rest is beside it', () => {
  expect(renderJunit(judgement([PLAIN, { ...PLAIN, code: 'PV041' }, NASTY, CALL]))).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="polyvirt" tests="3" failures="1" errors="0" skipped="0">
  <testsuite name="polyvirt check" tests="3" failures="1" errors="0" skipped="0">
    <testcase classname="VirtualMachine" name="shop/web" file="apps/vm.yaml">
      <failure message="PV105: sata is rejected. (and 1 more)" type="PV105">error PV105 at apps/vm.yaml:12:3, spec.disks[a].bus: sata is rejected. It never starts. Fix: write scsi.
error PV041 at apps/vm.yaml:12:3, spec.disks[a].bus: sata is rejected. It never starts. Fix: write scsi.</failure>
      <system-out>warning PV040 at ./a b/50%,x:1.yaml:2, spec["a|b"]: &lt;b&gt;"{0}" &amp; \`x\` | [y](z)\\u000d
::error::@all\\u001b. It\\u0000 is *odd*. Fix: write ]]&gt; or 100%.</system-out>
    </testcase>
    <testcase classname="Namespace" name="db"/>
    <testcase classname="polyvirt" name="command line">
      <system-out>info PV904 at target.kubevirt: it is new. Nobody knows it. Fix: look.</system-out>
    </testcase>
  </testsuite>
</testsuites>
`,
  );
});

test('with strict a warning is a failure', () => {
  expect(renderJunit(judgement([NASTY], { strict: true }))).toContain(
    'message="PV040: &lt;b&gt;&quot;{0}&quot; &amp; `x` | [y](z)\\u000d&#10;::error::@all\\u001b." type="PV040"',
  );
});

test('what XML cannot hold is replaced', () => {
  const name = 'a\u0000\u001b\ud800\uffff\t\r\n"<';
  expect(renderJunit(judgement([], { names: [{ ...WEB, name }] }))).toContain(
    'name="shop/a\ufffd\ufffd\ufffd\ufffd&#9;&#13;&#10;&quot;&lt;"',
  );
});

test('a file that cannot be read is a case of its own', () => {
  const { object: _object, ...unreadable } = PLAIN;
  expect(renderJunit(judgement([unreadable], { names: [] }))).toContain(
    '<testcase classname="polyvirt" name="apps/vm.yaml" file="apps/vm.yaml">\n      <failure ',
  );
});
