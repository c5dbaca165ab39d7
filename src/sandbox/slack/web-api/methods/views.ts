/** The views.* methods: the Home tab, and forms. Source: reference/methods/views.publish and views.open, 2026-11-22. */

import { isObject, type Json } from '../../../json.ts';
import type { Modals } from '../../world/modals.ts';
import { appId } from '../../world/seed.ts';
import { Refusal } from '../../world/validation.ts';
import type { Workspace } from '../../world/workspace.ts';
import { checkBlocks } from './blocks.ts';
import { findUser } from './lookups.ts';
import { type Methods, method } from './method.ts';

const maxViewBlocks = 100;
const maxTitleChars = 24;
const maxMetadataChars = 3_000;

export function createViewMethods(workspace: Workspace, modals: Modals): Methods {
  return {
    'views.open': method({
      tier: 'tier4',
      types: { trigger_id: 'string!', view: 'object!' },
      run({ trigger_id, view }) {
        const blocks = Array.isArray(view.blocks) ? view.blocks.filter(isObject) : undefined;
        if (view.type !== 'modal' || !blocks || !isTitle(view.title)) throw new Refusal('invalid_arguments');
        if (String(view.private_metadata ?? '').length > maxMetadataChars) throw new Refusal('invalid_arguments');
        const hasInput = blocks.some(({ type }) => type === 'input');
        if (hasInput && !isTitle(view.submit)) throw new Refusal('invalid_arguments');
        checkBlocks(blocks, maxViewBlocks);
        const opened = modals.open(trigger_id, view);
        workspace.showForm(opened.user, opened.view);
        return { view: { ...opened.view, team_id: workspace.team.id, app_id: appId } };
      },
    }),

    'views.publish': method({
      tier: 'tier4',
      types: { user_id: 'string!', view: 'object!', hash: 'string' },
      run({ user_id, view }) {
        const user = findUser(workspace, user_id);
        const blocks = Array.isArray(view.blocks) ? view.blocks.filter(isObject) : undefined;
        if (view.type !== 'home' || !blocks) throw new Refusal('invalid_arguments');
        checkBlocks(blocks, maxViewBlocks);
        workspace.publishHome(user.id, view);
        return { view: { ...view, id: `V${user.id}`, team_id: workspace.team.id, app_id: appId } };
      },
    }),
  };
}

/** Whether it is a valid title, or label of a form's button. */
function isTitle(title: Json | undefined): boolean {
  if (!isObject(title) || title.type !== 'plain_text' || typeof title.text !== 'string') return false;
  return title.text.length >= 1 && title.text.length <= maxTitleChars;
}
