/**
 * Components of messages and modals: validation, and finding the one that a person uses. Pure. Source: developer docs
 * "Components: Reference", read 2026-11-21.
 */
import { isObject, type JsonObject } from '../../json.ts';
import type { Problem } from '../world/refusal.ts';

const row = 1;
const button = 2;
const textInput = 4;
const label = 18;
export const stringSelect = 3;
const selects = [stringSelect, 5, 6, 7, 8];
const section = 9;
const textDisplay = 10;
const onlyInV2 = [section, textDisplay, 12, 13, 14, 17];
const linkStyle = 5;
const premiumStyle = 6;
const maxRows = 5;
const maxInRow = 5;
const maxInV2 = 40;
const maxTextInV2 = 4_000;

type Path = readonly (string | number)[];

/** Problems of a message's components. `v2`: the message has the flag for components V2. */
export function componentProblems(components: readonly JsonObject[], v2: boolean): Problem[] {
  const problems: Problem[] = [];
  const allowed = v2 ? [row, ...onlyInV2] : [row];
  if (!v2 && components.length > maxRows) problems.push(tooMany(['components'], maxRows));
  for (const [index, component] of components.entries()) {
    const path: Path = ['components', index];
    if (!allowed.includes(Number(component.type)))
      problems.push(problem([...path, 'type'], 'BASE_TYPE_CHOICES', `Value must be one of {${allowed.join(', ')}}.`));
    problems.push(...componentProblem(component, path));
  }
  const every = walk(components);
  if (v2 && every.length > maxInV2) problems.push(tooMany(['components'], maxInV2));
  const words = every
    .filter((component) => component.type === textDisplay)
    .map((component) => String(component.content ?? ''));
  if (v2 && [...words.join('')].length > maxTextInV2)
    problems.push(
      problem(
        ['components'],
        'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
        `Total displayable text size exceeds maximum size of ${maxTextInV2}`,
      ),
    );
  return [...problems, ...duplicates(every)];
}

/** Problems of a modal's components: labels with one input each, or rows with one text input. */
export function modalProblems(components: readonly JsonObject[]): Problem[] {
  if (components.length === 0 || components.length > maxRows)
    return [problem(['data', 'components'], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${maxRows} in length.`)];
  return components
    .flatMap((component, index) =>
      [row, label, textDisplay].includes(Number(component.type))
        ? componentProblem(component, ['components', index])
        : problem(['components', index, 'type'], 'BASE_TYPE_CHOICES', 'Value must be one of {1, 10, 18}.'),
    )
    .map((problem) => ({ ...problem, path: ['data', ...problem.path] }));
}

/** The button or menu with this custom_id, the button with this label, or the menu with such an option. */
export function findComponent(components: readonly JsonObject[], wanted: string): JsonObject | undefined {
  return walk(components).find(
    (component) =>
      component.custom_id === wanted ||
      (component.type === button && component.label === wanted) ||
      optionOf(component, wanted) !== undefined,
  );
}

/** The option of a menu with this label. */
export function optionOf({ type, options }: JsonObject, label: string): JsonObject | undefined {
  const all = type === stringSelect && Array.isArray(options) ? options.filter(isObject) : [];
  return all.find((option) => option.label === label);
}

/** All components, including nested ones. */
export function walk(components: readonly JsonObject[]): JsonObject[] {
  return components.flatMap((component) => [component, ...walk(inside(component))]);
}

function inside(component: JsonObject): JsonObject[] {
  const listed = Array.isArray(component.components) ? component.components : [];
  return [...listed, component.accessory, component.component].filter(isObject);
}

function componentProblem(component: JsonObject, path: Path): Problem[] {
  const type = Number(component.type);
  if (type === button) return buttonProblems(component, path);
  if (type === stringSelect) return [...customIdProblems(component, path), ...optionProblems(component, path)];
  if (selects.includes(type)) return customIdProblems(component, path);
  if (type === textInput) return customIdProblems(component, path);
  if (type === textDisplay) return lengthProblems(component, 'content', 1, maxTextInV2, path);
  const within = inside(component);
  const problems = within.flatMap((one, index) => componentProblem(one, [...path, 'components', index]));
  if (type !== row) return problems;
  const menus = within.filter((component) => component.type !== button).length;
  if (within.length === 0 || within.length > maxInRow || (menus > 0 && within.length > 1))
    problems.push(problem([...path, 'components'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.'));
  return problems;
}

function buttonProblems(component: JsonObject, path: Path): Problem[] {
  const style = Number(component.style);
  const problems = lengthProblems(component, 'label', 0, 80, path);
  if (!(style >= 1 && style <= premiumStyle))
    problems.push(problem([...path, 'style'], 'BASE_TYPE_CHOICES', 'Value must be one of {1, 2, 3, 4, 5, 6}.'));
  if (!component.label && !component.emoji && style !== premiumStyle)
    problems.push(problem([...path], 'BUTTON_COMPONENT_LABEL_REQUIRED', 'A label or emoji is required'));
  if (style === premiumStyle) return problems;
  if (style !== linkStyle) return [...problems, ...customIdProblems(component, path)];
  if (component.custom_id)
    problems.push(
      problem(path, 'BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE', 'A custom id and url cannot both be specified'),
    );
  if (!component.url) problems.push(problem([...path, 'url'], 'BASE_TYPE_REQUIRED', 'This field is required'));
  else if (!/^(https?|discord):\/\//.test(String(component.url)))
    problems.push(
      problem([...path, 'url'], 'URL_TYPE_INVALID_SCHEME', "Scheme must be one of ('http', 'https', 'discord')."),
    );
  return [...problems, ...lengthProblems(component, 'url', 1, 512, path)];
}

const maxOptions = 25;

function optionProblems({ options }: JsonObject, path: Path): Problem[] {
  const all = Array.isArray(options) ? options.filter(isObject) : [];
  if (all.length === 0 || all.length > maxOptions)
    return [problem([...path, 'options'], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${maxOptions} in length.`)];
  return all.flatMap((option, index) =>
    ['label', 'value'].flatMap((name) => lengthProblems(option, name, 1, 100, [...path, 'options', index])),
  );
}

function customIdProblems(component: JsonObject, path: Path): Problem[] {
  if (component.custom_id === undefined)
    return [problem([...path, 'custom_id'], 'BASE_TYPE_REQUIRED', 'This field is required')];
  return lengthProblems(component, 'custom_id', 1, 100, path);
}

function lengthProblems(component: JsonObject, name: string, min: number, max: number, path: Path): Problem[] {
  const value = component[name];
  if (value === undefined || value === null) return [];
  const length = [...String(value)].length;
  if (length >= min && length <= max) return [];
  return [problem([...path, name], 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)];
}

function duplicates(every: readonly JsonObject[]): Problem[] {
  const ids = every.flatMap((component) => (typeof component.custom_id === 'string' ? component.custom_id : []));
  if (new Set(ids).size === ids.length) return [];
  return [problem(['components'], 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated')];
}

function tooMany(path: Path, max: number): Problem {
  return problem(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
}

function problem(path: Path, code: string, message: string): Problem {
  return { path, code, message };
}
