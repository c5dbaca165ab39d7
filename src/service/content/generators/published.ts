/** The pages of a website as they are published, each in the folder of its address: `a/b/index.html` is the page `/a/b`. */
import { githubAnchors } from '../markdown/anchors.ts';
import type { Generator } from './generator.ts';
import { rooted, withoutIndex } from './paths.ts';

export const published: Generator = {
  name: 'published',
  signs: [],
  async open() {
    return {
      address: (file) => rooted(withoutIndex(file, /^index\.(?:html|md)$/)),
      anchors: githubAnchors,
      marks: [],
      endings: ['.html'],
    };
  },
};
