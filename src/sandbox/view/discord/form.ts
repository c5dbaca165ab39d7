/**
 * A form of the simulated Discord as the console shows it. Source: developer docs "Components: Reference, Label", read
 * 2026-11-22.
 */
import { isObject, type Json, type JsonObject } from '../../json.ts';
import type { FormField, RenderedForm } from '../panel.ts';

/** `interaction`: the one that the form responds to. Discord's own buttons say Submit and Cancel. */
export function renderForm(interaction: string, { title, components }: JsonObject): RenderedForm {
  const fields = objectsIn(components).map(renderField);
  return { id: interaction, title: String(title ?? ''), send: 'Submit', cancel: 'Cancel', fields };
}

/** A label with its input. */
function renderField({ label, component }: JsonObject): FormField {
  const { custom_id, required, options } = isObject(component) ? component : {};
  const choices = objectsIn(options);
  return {
    name: String(custom_id ?? ''),
    label: String(label ?? ''),
    optional: required === false,
    ...(choices.length > 0 && {
      options: choices.map((choice) => ({ text: String(choice.label ?? ''), value: String(choice.value ?? '') })),
    }),
  };
}

function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
