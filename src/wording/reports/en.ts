/** The sentences about reports, in English. They are Markdown, and so are their facts. */
export const reports = {
  /** Shown only to a person who is not allowed to read reports. */
  'reportRefused.nobody':
    'Nobody is allowed to read reports yet; a maintainer can allow you by setting REPORT_ALLOW={identity}.',
  'reportRefused.not_listed':
    'You are not allowed to read reports: REPORT_ALLOW names neither you nor any of your groups or roles. A maintainer can add {identity}.',
  'reportRefused.guest': 'Guests are not allowed to read reports, whatever REPORT_ALLOW says.',
  'reportRefused.stranger': 'People from other workspaces are not allowed to read reports, whatever REPORT_ALLOW says.',
  'reportRefused.bot': 'Bots are not allowed to read reports, whatever REPORT_ALLOW says.',
  'reportRefused.deactivated': 'Deactivated accounts are not allowed to read reports.',
  'reportRefused.unchecked': 'I cannot check right now whether you are allowed to read reports; try again in a minute.',
  'reportRefused.uncheckable':
    'I cannot find out whether you are allowed to read reports; a maintainer can find the reason in my log.',

  /** The report, shown to one person or posted weekly. */
  'report.usage': 'How many days or hours should I look back? For example {days} or {hours}; at most a year.',
  'report.title': 'What people asked, {since} to {until}',
  'report.nothing': 'Nobody asked anything from {since} to {until}.',
  'report.newestOnly': 'Only the newest {number} questions are counted; there were more.',
  'report.topicsOfNewest': 'Topics are based on the newest {number} questions.',
  'report.questions': 'Questions: {total}',
  'report.answered': 'answered: {number}',
  'report.unanswered': 'without an answer in the docs: {number}',
  'report.limited': 'refused by a limit: {number}',
  'report.failed': 'failed: {number}',
  'report.stopped': 'stopped: {number}',
  'report.helpful': 'helpful: {number}',
  'report.notHelpful': 'not helpful: {number}',
  'report.firstText': 'Time to the first words: {median} s (median), {p95} s (95th percentile)',
  'report.surfaces': 'Where people ask',
  'report.topics': 'Recurring topics',
  'report.asked': 'asked: {number}',
  'report.pages': 'Most cited pages',
  'report.disappointing': 'Pages that fell short',
  'report.cited': 'cited: {number}',
  'reportPlace.mention': 'mention',
  'reportPlace.direct': 'direct message',
  'reportPlace.follow_up': 'follow-up',
  'reportPlace.command': 'command',
  'reportPlace.auto': 'without a mention',

  /** The label of the button “Open issue”, and answers to the person who pressed it. */
  'button.openIssue': 'Open issue: {number}',
  'issue.opened': 'I opened an issue: {link}',
  'issue.known': 'There is already an issue about this: {link}',
  'issue.busy': 'Someone is opening this issue right now; press again in a minute.',
  'issue.gone': 'I no longer have these questions; ask for a new report.',
  'issue.notSetUp': 'No GitHub repository is set up; a maintainer can set GITHUB_REPOSITORY and GITHUB_TOKEN.',
  'issueRefused.unauthorized':
    'GitHub rejected my token, so no issue was opened; a maintainer has to renew GITHUB_TOKEN.',
  'issueRefused.forbidden': 'My GitHub token is not allowed to create issues there; a maintainer can change that.',
  'issueRefused.not_found':
    'GitHub does not know this repository, or hides it from my token; a maintainer should check GITHUB_REPOSITORY.',
  'issueRefused.disabled':
    'Issues are switched off in this repository, so none was opened; a maintainer can switch them on.',
  'issueRefused.rejected': 'GitHub did not accept this issue; a maintainer can find the reason in my log.',
  'issueRefused.rate_limited': 'GitHub is not accepting more requests right now; press again later.',
  'issueRefused.unavailable':
    'GitHub is not responding right now; press again in a few minutes, and I will first check whether the issue already exists.',
} as const;
