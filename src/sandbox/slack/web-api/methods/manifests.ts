/** The apps.manifest.* methods. Source: docs.slack.dev reference/methods/apps.manifest.create and .export, 2026-11-22. */
import { isObject, type JsonObject, parseJson } from '../../../json.ts';
import { appId } from '../../world/seed.ts';
import { Refusal } from '../../world/validation.ts';
import { type Methods, method } from './method.ts';

/** `given`: undefined if the app was not set up from a manifest. */
export function createManifestMethods(given: JsonObject | undefined, signingSecret: string): Methods {
  let manifest = given;

  return {
    'apps.manifest.create': method({
      tier: 'tier1',
      token: 'config',
      types: { manifest: 'string!' },
      run(args) {
        const created = parseJson(args.manifest);
        if (!isObject(created) || !isObject(created.display_information)) throw new Refusal('invalid_manifest');
        manifest = created;
        return { app_id: appId, credentials: { client_id: '1.2', signing_secret: signingSecret } };
      },
    }),

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
