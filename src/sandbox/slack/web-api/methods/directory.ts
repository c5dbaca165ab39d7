/**
 * Identity and directory methods: auth.test, team.info, bots.info, users.*, usergroups.*, files.info. Source:
 * reference/methods, 2026-11-21.
 */

import { appId, botId, botUserId } from '../../world/seed.ts';
import { fileShape, groupShape, userShape } from '../../world/shapes.ts';
import { Refusal } from '../../world/validation.ts';
import type { Workspace } from '../../world/workspace.ts';
import { findUser } from './lookups.ts';
import { type Methods, method } from './method.ts';
import { pageOf, pagingTypes, toResponse } from './pagination.ts';

export function createDirectoryMethods(workspace: Workspace): Methods {
  const { id: teamId, name: teamName, domain: teamDomain, organization } = workspace.team;
  return {
    'api.test': method({ tier: 'free', types: {}, run: () => ({}) }),

    'auth.test': method({
      tier: 'free',
      types: {},
      run: () => ({
        url: `https://${teamDomain}.slack.com/`,
        team: teamName,
        user: 'docent',
        // An organisation's token does not belong to one of its workspaces.
        team_id: organization ?? teamId,
        user_id: botUserId,
        bot_id: botId,
        ...(organization !== undefined && { enterprise_id: organization }),
        is_enterprise_install: organization !== undefined,
      }),
    }),

    'team.info': method({
      tier: 'tier3',
      scope: 'team:read',
      types: { team: 'string' },
      run: () => ({ team: { id: teamId, name: teamName, domain: teamDomain } }),
    }),

    'bots.info': method({
      tier: 'tier3',
      scope: 'users:read',
      types: { bot: 'string' },
      run({ bot }) {
        if (bot !== botId) throw new Refusal('bot_not_found');
        return { bot: { id: bot, app_id: appId, user_id: botUserId, name: 'Docent', deleted: false } };
      },
    }),

    'users.info': method({
      tier: 'tier4',
      scope: 'users:read',
      types: { user: 'string!', include_locale: 'boolean' },
      run: ({ user, include_locale: withLocale }) => ({
        user: userShape(findUser(workspace, user), workspace.team, withLocale),
      }),
    }),

    'users.list': method({
      tier: 'tier2',
      scope: 'users:read',
      types: { include_locale: 'boolean', ...pagingTypes },
      run({ limit = 200, cursor, include_locale: withLocale }) {
        const members = [...workspace.users.values()].map((user) => userShape(user, workspace.team, withLocale));
        return toResponse('members', pageOf(members, limit, cursor));
      },
    }),

    'files.info': method({
      tier: 'tier4',
      scope: 'files:read',
      types: { file: 'string!' },
      run({ file: id }) {
        const file = workspace.file(id);
        if (!file) throw new Refusal('file_not_found');
        return { file: fileShape(file) };
      },
    }),

    'usergroups.list': method({
      tier: 'tier2',
      scope: 'usergroups:read',
      types: { include_users: 'boolean', include_count: 'boolean', include_disabled: 'boolean' },
      run: ({ include_users = false }) => ({
        usergroups: [...workspace.groups.values()].map((group) => groupShape(group, include_users)),
      }),
    }),

    'usergroups.users.list': method({
      tier: 'tier2',
      scope: 'usergroups:read',
      types: { usergroup: 'string!', include_disabled: 'boolean' },
      run({ usergroup }) {
        const group = workspace.groups.get(usergroup);
        if (!group) throw new Refusal('no_such_subteam');
        return { users: group.members };
      },
    }),
  };
}
