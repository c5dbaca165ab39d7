/**
 * The content of the app's home page (Slack's Home tab): which docs it answers from, whether their assistant can be reached,
 * and what the reader may deploy.
 */
import type { Wording } from '../../wording/wording.ts';
import { authorize } from '../deployments/authorization.ts';
import type { DeployRules, Project } from '../deployments/projects.ts';
import type { Propose } from '../insight/proposed-questions.ts';
import type { HomePage, Person } from '../ports/handlers.ts';
import type { Platform } from '../ports/platform.ts';
import type { Routing } from '../ports/routing.ts';

export interface HomePageOptions {
  readonly routing: Routing;
  readonly deploy: DeployRules;
  readonly platform: Platform;
  readonly propose: Propose;
}

/** The name of the site that is configured in the environment, which is not shown. */
const unnamed = 'default';

/** Never fails. */
export async function toHomePage(
  person: Person,
  wording: Wording,
  { routing, deploy, platform, propose }: HomePageOptions,
): Promise<HomePage> {
  const { site, siteUrl, assistant } = routing.routeFor(person.thread);
  const [isAssistantThere, mayDeploy, prompts] = await Promise.all([
    assistant.isThere?.(),
    Promise.all(deploy.projects.map((project) => isAllowed(person, project, platform))),
    propose(person.thread, wording),
  ]);
  return {
    docs: { ...(site !== unnamed && { name: site }), ...(siteUrl !== undefined && { url: siteUrl }) },
    isAssistantThere,
    prompts,
    mayDeploy: deploy.projects.filter((_, index) => mayDeploy[index]).map(({ title }) => title),
  };
}

async function isAllowed({ identities, thread }: Person, project: Project, platform: Platform): Promise<boolean> {
  const request = { id: '', thread, requester: identities[0] ?? '', identities, requestedAt: 0 };
  return (await authorize(request, project, platform)).allowed;
}
