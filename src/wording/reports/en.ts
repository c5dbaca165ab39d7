/** The sentences about reports, in English: Markdown, whose facts are finished Markdown. */
export const reports = {
  /** To one person only, who may not read reports. */
  'reportRefused.nobody': 'Nobody may read reports yet; a maintainer can allow you by setting REPORT_ALLOW={identity}.',
  'reportRefused.not_listed':
    'You may not read reports: REPORT_ALLOW names neither you nor a group or role of yours. A maintainer can add {identity}.',
  'reportRefused.guest': 'Guests may not read reports, whatever REPORT_ALLOW says.',
  'reportRefused.stranger': 'People of other workspaces may not read reports, whatever REPORT_ALLOW says.',
  'reportRefused.bot': 'Bots may not read reports, whatever REPORT_ALLOW says.',
  'reportRefused.deactivated': 'Deactivated accounts may not read reports.',
  'reportRefused.unchecked': 'I cannot check right now whether you may read reports; try again in a minute.',
  'reportRefused.uncheckable':
    'I cannot find out whether you may read reports; a maintainer finds the reason in my log.',

  /** The report, for one person only or as the weekly post. */
  'report.usage': 'How many days or hours should I look back? For example {days} or {hours}; at most a year.',
  'report.title': 'What people asked, {since} to {until}',
  'report.nothing': 'Nobody asked anything from {since} to {until}.',
  'report.newestOnly': 'Only the newest {number} questions are counted; there were more.',
  'report.topicsOfNewest': 'Topics are made of the newest {number} questions.',
  'report.questions': 'Questions: {total}',
  'report.answered': 'answered: {number}',
  'report.unanswered': 'without an answer in the docs: {number}',
  'report.limited': 'refused by a limit: {number}',
  'report.failed': 'failed: {number}',
  'report.stopped': 'stopped: {number}',
  'report.helpful': 'helpful: {number}',
  'report.notHelpful': 'not helpful: {number}',
  'report.firstText': 'First words after {median} s (median), {p95} s (95 % of the answers)',
  'report.surfaces': 'Where people ask',
  'report.topics': 'Topics that repeat',
  'report.asked': 'asked: {number}',
  'report.pages': 'Pages cited most',
  'report.disappointing': 'Pages that disappoint',
  'report.cited': 'cited: {number}',
  'reportPlace.mention': 'mention',
  'reportPlace.direct': 'direct message',
  'reportPlace.follow_up': 'follow-up',
  'reportPlace.command': 'command',
  'reportPlace.auto': 'without a mention',

  /** To the person who pressed “Open issue”, and the label of that button. */
  'button.openIssue': 'Open issue: {number}',
  'issue.opened': 'I opened an issue: {link}',
  'issue.known': 'There is an issue about this already: {link}',
  'issue.busy': 'Somebody is opening this issue right now; press again in a minute.',
  'issue.gone': 'I no longer have these questions; ask for a new report.',
  'issue.notSetUp': 'No repository is set; a maintainer can set GITHUB_REPOSITORY and GITHUB_TOKEN.',
  'issueRefused.unauthorized':
    'GitHub refuses our token, so no issue was opened; a maintainer has to renew GITHUB_TOKEN.',
  'issueRefused.forbidden': 'GitHub does not let our token write issues there; a maintainer can allow it.',
  'issueRefused.not_found':
    'GitHub does not know this repository, or hides it from our token; a maintainer should check GITHUB_REPOSITORY.',
  'issueRefused.disabled':
    'Issues are switched off in this repository, so none was opened; a maintainer can switch them on.',
  'issueRefused.rejected': 'GitHub did not accept this issue; a maintainer finds the reason in my log.',
  'issueRefused.rate_limited': 'GitHub takes no more requests right now; press again later.',
  'issueRefused.unavailable':
    'GitHub does not answer right now; press again in a few minutes, and I look first whether the issue is there.',
} as const;
