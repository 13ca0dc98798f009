import { YAML_LIMITS } from '../kube/yaml/reader';

/** Few of everything: a platform file is written by people. Merge keys would give values no line of their own. */
export const PLATFORM_LIMITS = { ...YAML_LIMITS, documents: 10_000, aliases: 100, mergeKeys: false };
