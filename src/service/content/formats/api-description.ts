/** Which JSON and YAML files describe an API, from their beginning and their name: cheap, without a parser. Pure. */

/** The longest public ones have 12 MB. */
export const maxApiBytes = 15_000_000;

const inJson =
  /^\s*\{\s*(?:"[$\w-]{1,50}"\s*:\s*(?:"[^"\n]{0,300}"|\{[^{}]{0,500}\})\s*,\s*){0,3}"(?:openapi|swagger|asyncapi)"\s*:\s*"[23]\./;
const inYaml = /^(?:openapi|swagger|asyncapi)[ \t]*:[ \t]*["']?[23]\.\d/m;
const ofTests = /(?:^|\/)(?:_[^/]*|tests?|__tests__|testdata|fixtures|node_modules)\//;

/** OpenAPI 3, Swagger 2 or AsyncAPI, as the first key or one of the first. Those that tests use describe nothing. */
export function isApiDescription(head: string, file: string): boolean {
  if (ofTests.test(file)) return false;
  return file.toLowerCase().endsWith('.json') ? inJson.test(head.replace(/^\uFEFF/, '')) : inYaml.test(head);
}
