/** The names of emoji that bots use, as characters. Others stay as `:name:`. */
import type { InlineToken } from './inline.ts';

const emoji: Readonly<Record<string, string>> = {
  eyes: '👀',
  white_check_mark: '✅',
  heavy_check_mark: '✔️',
  x: '❌',
  warning: '⚠️',
  hourglass: '⌛',
  hourglass_flowing_sand: '⏳',
  rocket: '🚀',
  books: '📚',
  book: '📖',
  mag: '🔍',
  thumbsup: '👍',
  '+1': '👍',
  thumbsdown: '👎',
  '-1': '👎',
  wave: '👋',
  tada: '🎉',
  sos: '🆘',
  link: '🔗',
  bulb: '💡',
  lock: '🔒',
  heart: '❤️',
  octagonal_sign: '🛑',
  arrows_counterclockwise: '🔄',
  zipper_mouth_face: '🤐',
  speech_balloon: '💬',
  page_facing_up: '📄',
};

export function emojiOf(name: string): string | undefined {
  return emoji[name];
}

/** `:name:`, if the name is known. */
export const emojiToken: InlineToken = {
  pattern: /:([a-z0-9_+-]+):/y,
  render([, name = '']) {
    const text = emojiOf(name);
    return text === undefined ? undefined : { kind: 'emoji', text, name };
  },
};
