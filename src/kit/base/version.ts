import packageJson from '../../../package.json' with { type: 'json' };

/** Docent's own version, as its package says. */
export const { version } = packageJson;
