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
  'issue.link': 'A new issue, filled in',
  'issue.ready': '{link}: read it first, and submit it on GitHub. Nobody sees it before.',
  'issue.gone': 'I no longer have these questions; ask for a new report.',
  'issue.private': 'None of these questions was asked in a public channel, so I do not put them into an issue.',
  'issue.notSetUp': 'No repository is set up; a maintainer can set REPOSITORY_URL.',
} as const;
