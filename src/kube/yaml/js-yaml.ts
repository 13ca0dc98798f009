/**
 * The parts of js-yaml that are used here, by name.
 *
 * Half of what loading all of it takes is for writing YAML, which we do ourselves. Our build replaces this file by one that
 * holds just these parts; see `scripts/js-yaml-parts.mjs`.
 */
export {
  constructFromEvents,
  defineMappingTag,
  defineScalarTag,
  EVENT_ID,
  type Event,
  getScalarValue,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  SCALAR_STYLE,
  Schema,
  seqTag,
  strTag,
  YAMLException,
} from 'js-yaml';
