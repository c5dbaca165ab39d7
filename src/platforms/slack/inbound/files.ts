/** The files of a message. Source: docs.slack.dev reference/objects/file-object, 2026-11-21. Pure. */
import { isObject } from '../../../base/json.ts';
import type { AttachedFile, Question } from '../../../core/model/conversation.ts';

const maxFiles = 10;

/** Without the scope `files:read` Slack may say little of them. */
export function attachedTo({ files }: { readonly files?: unknown }): Pick<Question, 'files'> {
  const attached = Array.isArray(files) ? files.filter(isObject).slice(0, maxFiles).map(toFile) : [];
  return attached.length > 0 ? { files: attached } : {};
}

function toFile({ name, mimetype, size, url_private_download: url }: Readonly<Record<string, unknown>>): AttachedFile {
  return {
    name: typeof name === 'string' ? name : '',
    ...(typeof mimetype === 'string' && { type: mimetype }),
    ...(typeof size === 'number' && { bytes: size }),
    ...(typeof url === 'string' && { url }),
  };
}
