/** How the app itself is set up. Source: docs.slack.dev reference/methods/apps.manifest.export, 2026-11-22. */
import type { JsonObject } from '../../../json.ts';
import { appId } from '../../world/seed.ts';
import { Refusal } from '../../world/validation.ts';
import { type Methods, method } from './method.ts';

/** `manifest`: missing where nobody set the app up by one. */
export function createManifestMethods(manifest: JsonObject | undefined): Methods {
  return {
    'apps.manifest.export': method({
      tier: 'tier3',
      token: 'config',
      types: { app_id: 'string!' },
      run({ app_id }) {
        if (app_id !== appId) throw new Refusal('app_not_found');
        if (!manifest) throw new Refusal('failed_to_export_manifest');
        return { manifest };
      },
    }),
  };
}
