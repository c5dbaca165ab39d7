/** The files of a message. Source: docs.slack.dev reference/objects/file-object, 2026-11-21. Pure. */
import { isObject } from '../../../../kit/base/json.ts';
import type { Question } from '../../../core/model/conversation.ts';
import { toFile } from '../connection/files.ts';

const maxFiles = 10;

/** Without the scope `files:read`, Slack may omit most fields of a file. */
export function attachedTo({ files }: { readonly files?: unknown }): Pick<Question, 'files'> {
  const attached = Array.isArray(files) ? files.filter(isObject).slice(0, maxFiles).map(toFile) : [];
  return attached.length > 0 ? { files: attached } : {};
}
