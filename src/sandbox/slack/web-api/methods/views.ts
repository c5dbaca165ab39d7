/** The views.* methods: the Home tab. Source: reference/methods/views.publish, 2026-11-21. */

import { isObject } from '../../../json.ts';
import { appId, teamId } from '../../world/seed.ts';
import { Refusal } from '../../world/validation.ts';
import type { Workspace } from '../../world/workspace.ts';
import { checkBlocks } from './blocks.ts';
import { findUser } from './lookups.ts';
import { type Methods, method } from './method.ts';

const maxViewBlocks = 100;

export function createViewMethods(workspace: Workspace): Methods {
  return {
    'views.publish': method({
      tier: 'tier4',
      types: { user_id: 'string!', view: 'object!', hash: 'string' },
      run({ user_id, view }) {
        const user = findUser(workspace, user_id);
        const blocks = Array.isArray(view.blocks) ? view.blocks.filter(isObject) : undefined;
        if (view.type !== 'home' || !blocks) throw new Refusal('invalid_arguments');
        checkBlocks(blocks, maxViewBlocks);
        workspace.publishHome(user.id, view);
        return { view: { ...view, id: `V${user.id}`, team_id: teamId, app_id: appId } };
      },
    }),
  };
}
