/** A form of the simulated Slack as the console shows it. Source: reference/views/modal-views, 2026-11-22. */
import { isObject, type JsonObject } from '../../json.ts';
import type { FormField, RenderedForm } from '../panel.ts';
import { listOf, textOf } from './rich-text.ts';

export function renderForm({ id, title, submit, close, blocks }: JsonObject): RenderedForm {
  const inputs = listOf(blocks).filter(isObject);
  return {
    id: String(id ?? ''),
    title: textOf(title),
    send: textOf(submit),
    cancel: textOf(close),
    fields: inputs.filter(({ type }) => type === 'input').map(renderField),
  };
}

function renderField({ block_id, label, optional, element }: JsonObject): FormField {
  const { options } = isObject(element) ? element : {};
  const choices = listOf(options).filter(isObject);
  return {
    name: String(block_id ?? ''),
    label: textOf(label),
    optional: optional === true,
    ...(choices.length > 0 && {
      options: choices.map(({ text, value }) => ({ text: textOf(text), value: String(value ?? '') })),
    }),
  };
}
