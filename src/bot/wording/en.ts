/**
 * Every sentence that people read, in English, from which the other languages are translated. A sentence that depends on a
 * number has one form per plural category of its language (Unicode CLDR), selected by {count}.
 */
export const en = {
  /** Why there is no answer, when nothing of it is shown. */
  'noAnswer.rate_limited': 'The documentation assistant is busy right now; please ask again in a minute.',
  'noAnswer.unavailable': 'The documentation assistant cannot be reached right now; please ask again in a few minutes.',
  'noAnswer.unauthorized':
    'The documentation assistant rejected my API key, so I cannot answer until a maintainer renews it.',
  'noAnswer.out_of_credits':
    'The documentation assistant has run out of credits, so I cannot answer until a maintainer adds more.',
  'noAnswer.not_found':
    'The documentation assistant does not know this site, so I cannot answer until a maintainer checks my settings.',
  'noAnswer.rejected': 'The documentation assistant did not accept this question; please rephrase it.',
  'noAnswer.too_long': 'This question is too long for me; please keep it to at most 10,000 characters.',
  'noAnswer.timed_out': 'The documentation assistant took too long to answer; please ask again.',
  'noAnswer.cut_off': 'The answer was cut off before it began; please ask again.',
  'noAnswer.malformed': 'The documentation assistant sent something I cannot read; please tell a maintainer.',
  'noAnswer.empty': 'The documentation assistant found no answer to this; try rephrasing it, or ask a person.',
  'noAnswer.not_shown':
    'The answer has no part that I can show here; please ask on the documentation site, or ask a person.',

  /** Why an answer ends early, below the part that is shown. */
  'cutAnswer.rate_limited':
    'The answer was cut off here because the documentation assistant is busy; ask again for the rest.',
  'cutAnswer.unavailable': 'The answer was cut off here because the connection was lost; ask again for the rest.',
  'cutAnswer.unauthorized': 'The answer was cut off here because my API key was rejected; please tell a maintainer.',
  'cutAnswer.out_of_credits': 'The answer was cut off here because the credits have run out; please tell a maintainer.',
  'cutAnswer.not_found': 'The answer was cut off here; ask again for the rest.',
  'cutAnswer.rejected': 'The answer was cut off here; ask again for the rest.',
  'cutAnswer.too_long': 'The answer was cut off here because it is too long; ask for the part you need.',
  'cutAnswer.timed_out':
    'The answer was cut off here because the documentation assistant stopped responding; ask again for the rest.',
  'cutAnswer.cut_off': 'The answer was cut off here; ask again for the rest.',
  'cutAnswer.malformed': 'The answer was cut off here because the rest could not be read; please tell a maintainer.',
  'cutAnswer.empty': 'The documentation assistant found nothing more.',
  'cutAnswer.not_shown': 'The rest of the answer cannot be shown here.',

  /** Below the first reply in an unexpected place. */
  'place.no_thread_right':
    'I am answering here because I am not allowed to open a thread in this channel (I need “Create Public Threads” and “Send Messages in Threads”).',
  'place.threads_limited': 'I am answering here because Discord allows no more threads in this channel for now.',
  'place.title_refused': 'The server’s moderation refused your question as the title of a thread.',
  'place.private_only':
    'Only you can see this, because I am not allowed to post in this channel; invite me to share answers here.',
  /** Under an answer: the assistant no longer knows what was asked before. */
  restarted: 'A question in this thread was deleted, so I have started over without it.',

  /** Instead of an answer. */
  'reply.over_limit': 'You already have a lot of open questions; please ask again once some of them are answered.',
  'reply.others_joined': "I'll leave this thread to you now; mention me if you want an answer from me.",
  'reply.muted': "I'll stay quiet in this thread from now on; mention me if you want an answer from me.",
  'reply.unmuted': 'I answer follow-up questions in this thread again, without a mention.',
  'reply.new': "Let's start over: earlier questions in this thread no longer count. What would you like to know?",
  'reply.help':
    'Ask me a question about the documentation, for example: how do I get started? In my threads you can continue without mentioning me; “mute” keeps me quiet there, “stop” ends an answer, and “new” with a mention starts over.',
  'reply.slow_down': 'That was a lot in one minute; please ask again here in a moment.',
  'reply.human': "I won't say more here unless you mention me.",
  'reply.human_none': 'There is nobody I can call here; please ask in a channel where people help.',
  'reply.human_direct': 'I can only call people in a channel; please ask there.',
  'reply.human_called': 'People were already called to this thread less than an hour ago.',
  'reply.solved': 'This thread is marked as solved.',
  'reply.solved_already': 'This thread is already marked as solved.',
  'reply.solved_not_yours': 'Only the person who asked, or someone who helps here, can mark a thread as solved.',
  'reply.solved_none': 'Nobody has asked me anything in this thread.',
  'reply.nothing_to_stop': 'There is nothing to stop here: I only answer questions you ask me.',
  'reply.taken_back': 'This answer was wrong and has been taken back.',
  'reply.limit_minute': 'You are asking faster than I am allowed to answer; please ask again in a minute.',
  'reply.limit_channel': 'There are a lot of questions in this channel right now; please ask again in a minute.',
  'reply.limit_day': 'You have reached your limit of questions for today; please ask again tomorrow (after 00:00 UTC).',
  'reply.limit_month': 'The questions for this month are used up; I will answer again from the 1st (00:00 UTC).',
  'reply.limit_address': 'The questions for today are used up; I will answer again tomorrow (after 00:00 UTC).',
  'reply.limit_hour': 'The questions for this hour are used up; I will answer again from the next full hour (UTC).',
  'reply.limit_calls':
    'You can call people once an hour in each channel; please call again an hour after your last call.',

  /** Below an answer. */
  aiNotice: 'An AI writes these answers and can be wrong; please check what matters.',
  noSources: 'The assistant cited no page of the docs for this; please check it before you rely on it.',
  fallback: 'This answer is from the second documentation assistant, because the first one cannot answer right now.',
  kept: 'From the team, {date}.',
  keptStale: 'From the team, {date}; a page that it cites may have changed since.',
  answeredBefore: 'Answered on {date}',
  lengthLimit: 'The assistant stopped here because it reached its length limit; ask for the rest if you need it.',
  answerTooLong: 'The answer is longer than I can show here; ask for the part you need.',
  moderated: 'The server’s moderation refused a part of this answer, so I left it out or went on in a new message.',
  fileAlone:
    'What would you like to know about it? Please ask in words, with the file attached; I can read text files of up to 32 KB.',
  filesUnread: {
    one: 'I answered without reading an attached file: I can only read text files of up to 32 KB.',
    other: 'I answered without reading {count} attached files: I can only read text files of up to 32 KB.',
  },
  partsUnread: 'There were parts that I could not read: {kinds}.',
  /** What could not be read, in `partsUnread`. */
  'part.call': 'a call',
  'part.chart': 'a chart',
  'part.file': 'a file',
  'part.forward': 'a forwarded message',
  'part.image': 'a picture',
  'part.video': 'a video',
  'part.other': 'a part of the message',
  restUnread: 'I read only the beginning, because that message is too long.',
  picturesUnread:
    'I did not look at all attached pictures: I can look at up to three PNG, JPEG, GIF or WebP pictures, 2 MB together.',
  picturesUnseen: 'I do not look at pictures here; please put what they show into words.',
  answeringOf: 'Answering {name}’s question above.',
  threadUnread: 'I could not read the earlier messages in this thread, so I answered without them.',
  repliedToUnread: 'I could not read the message that you replied to, so I answered without it.',
  repliedToAlone:
    'I cannot read the message that you replied to: it was deleted, or I may not see it. What would you like to know?',
  partlyUnread: 'Part of this answer could not be read, so some words may be missing; ask again if it looks wrong.',
  stopped: 'Stopped here; ask again if you want the rest.',
  stoppedBy: 'Stopped here by {name}; the person who asked can get the rest with “{again}”.',
  stoppedByOther: 'Stopped here by someone else; the person who asked can get the rest with “{again}”.',
  earlierAnswer: 'This is the earlier answer; I could not write a new one.',
  askingAgain: 'I am looking this up again.',
  interrupted: 'I am being restarted; this answer will continue in a moment.',
  abandoned: 'I was restarted before this answer was complete; please ask again.',
  defect: 'Something went wrong on my side; please ask again, or tell a maintainer.',

  /** Above or before the pages that an answer cites. */
  'sources.inline': { one: 'Source:', other: 'Sources:' },
  /** Above the pages that a search found when there is no answer. */
  'nearest.heading': 'The closest pages in the docs:',
  /** Above the address of the docs when only they can show the answer. */
  'site.heading': 'The documentation:',

  /** Follows our name while nothing of an answer is shown. */
  working: 'is reading the docs…',
  /** During and after a search of the assistant. */
  searching: 'Searching the docs',
  searchingFor: 'Searching the docs for “{query}”',
  searched: 'Searched the docs',
  searchedFor: 'Searched the docs for “{query}”',

  /** On buttons below an answer. */
  'button.stop': 'Stop',
  'button.helpful': 'Helpful',
  'button.not_helpful': 'Not helpful',
  'button.again': 'Ask again',
  'button.human': 'I need a human',
  'button.call': 'Call them',
  'button.solved': 'Solved',
  'button.taken': 'Taken',
  /** Opens the others on Discord, below the sentence. */
  'button.more': 'More',
  moreHere: 'For this answer:',
  /** In a menu of answers to a question back. */
  choose: 'Choose an answer',
  'button.share': 'Share in channel',

  /** Shown only to the person who typed a command or pressed a button. */
  notTaken: 'I cannot accept this right now; please try again in a minute.',
  forgotten:
    'I have deleted your questions, my answers and your feedback from my database, and the documentation service has deleted what it stored of them; the messages here stay, and I cannot recall what others have already received.',
  forgottenHere:
    'I have deleted your questions, my answers and your feedback from my database. The documentation service has not deleted its copy: it does not support that, or I could not reach it. The messages here stay.',
  mayNotWrite:
    'I am not allowed to write where you asked me, so I cannot answer there; ask me here or in another channel, or tell a maintainer.',
  moderatedThere:
    'The moderation of the server refused my answer where you asked me; ask me in other words, or tell a maintainer.',
  notUnderstood: 'I do not know this command or button, or it does not work here; please mention me instead.',
  commandLost: 'I could no longer answer a command that you used a while ago; please use it again.',
  'refused.off': 'I am switched off here; please ask in another channel.',
  'refused.not_allowed': 'Not everyone is allowed to ask here; whoever runs me can tell you who is.',
  'refused.unchecked': 'I cannot check right now whether you are allowed to ask here; please try again in a minute.',
  askedAlready: 'This has already been asked; see the newest messages in this thread.',
  sharedAlready: 'This answer has already been shared.',
  shareGone: 'I no longer have this answer; please ask again.',
  noText: 'There is no text in this message for me to answer.',
  answeredThere: 'I am answering in the thread of that message.',
  'press.gone': 'I no longer have the question for this answer; please ask it again.',
  'press.not_yours': 'Only the person who asked, or a moderator, can do that.',
  'press.not_running': 'This answer is already complete.',
  'press.running': 'This answer is already being written.',
  'press.too_often': 'I have already answered this question several times; please rephrase it.',

  /** Shown only to the person who pressed the button that calls people: before and after. */
  'human.confirm':
    'Shall I call the people who help here? They will be notified, and see your question in this thread.',
  'human.called': 'I have called them; see the newest message in the thread.',

  /** Shown only to the person who gave feedback on an answer. */
  'feedback.helpful': 'Thank you for letting me know that this answer helped.',
  'feedback.not_helpful': 'Thank you for letting me know that this answer did not help.',
  'feedback.reason': 'Thank you, I have noted the reason.',
  'feedback.not_staff': 'Only someone who helps here can take an answer back.',
  'feedback.already': 'You have already said so.',

  /** Shown only to a helper who makes a draft of a message. `masked` and `cut` stand together in a form: at most 49 characters each. */
  'draft.notStaff': 'Only someone who helps here can do this.',
  'draft.noText': 'There is no text in this message that I could use.',
  'draft.masked': 'I replaced secrets or addresses in it.',
  'draft.cut': 'Its end is missing: it was too long.',

  /** Shown only to the helper who keeps an answer. */
  'keep.off': 'No answers are kept here; a maintainer can set KEPT_ANSWERS.',
  'keep.vague': 'I cannot tell what this question asks; please write it out, in up to 300 characters.',
  'keep.unconfirmed': 'I keep it only if you confirm that it may be kept.',
  'keep.earlier': 'A helper kept an answer to this on {date}.',
  'keep.already': 'A helper kept an answer to this question on {date}; to replace it, choose so in the form.',
  'keep.propose': 'Propose it to the repository: {link}',
  'keep.proposeFile': 'It is too long for a link; propose the file {file} to the repository yourself: {link}',
  'keep.done': 'Kept: everyone who asks this from now on gets your answer.',

  /** Shown to people who are called to a thread. */
  takenBackBy: '{name}, who helps here, says that this answer was wrong.',
  'handover.card': '{name} would like to talk to a person.',
  'handover.link': 'The answer so far: {link}',
  'handover.back': 'They will be back on {time}.',
  'handover.taken': 'Taken by {name}.',
  somebody: 'Someone',

  /**
   * The form that asks why an answer did not help: at most 24 characters in its title and on its buttons, 45
   * elsewhere.
   */
  'form.title': 'What did not help?',
  'form.reason': 'Reason',
  'form.comment': 'What would have helped? (optional)',
  'form.send': 'Send',
  'form.cancel': 'Cancel',
  'form.keepTitle': 'Keep this answer',
  'form.keepHeading': 'Question',
  'form.keepText': 'Answer, in Markdown',
  'form.terms': 'May it be kept?',
  'form.author': 'Its author agrees',
  'form.public': 'Everyone may read it',
  'form.both': 'Its author agrees, and everyone may read it',
  'form.keepAgain': 'If it has an answer already',
  'form.keepRepeat': 'Replace the earlier answer',
  'form.keepSend': 'Keep',
  'form.issueTitle': 'File an issue',
  'form.issueHeading': 'Title',
  'form.issueText': 'Text, in Markdown',
  'form.issueAgain': 'If one was prepared already',
  'form.issueRepeat': 'Prepare another one',
  'form.issueSend': 'Get the link',
  'reason.take_back': 'This is wrong: take the answer back',
  'reason.wrong': 'It is wrong',
  'reason.outdated': 'It is outdated',
  'reason.missing': 'Something is missing',
  'reason.unclear': 'It is unclear',
  'reason.other': 'Something else',

  /** Discord's commands and their options. `ask`, `keep` and `issue` are names of commands in a message's menu. */
  'command.docs': 'Ask a question about the documentation',
  'command.question': 'What you want to know',
  'command.public': 'Whether everyone can see the answer',
  'command.ask': 'Ask Docent',
  'command.keep': 'Keep this answer',
  'command.issue': 'File an issue',
  'command.deploy': 'Deploy the documentation',
  'command.action': 'What to do (default: deploy)',
  'command.project': 'Which project (default: the first one)',
  'command.text': 'status: a status id; history: how many; lock: the reason',
  'command.report': 'See what people asked, and which pages fell short',
  'command.since': 'How far to look back, such as 7d or 12h (default: 7 days)',

  /** Suggested questions if the routing file has none. */
  'prompt.start': 'How do I get started?',
  'prompt.install': 'How do I install it?',
  'prompt.problems': 'What can I do if something does not work?',
  'prompt.page': 'What should I know about “{title}”?',

  /** The Home tab of the Slack app. “Ask Docent about this” is the name of the shortcut in manifest.yml. */
  'home.title': 'Ask about the documentation',
  'home.intro': 'I answer questions about {docs}, with links to the pages I used.',
  'home.docs': 'the documentation',
  'home.askTitle': 'How to ask',
  'home.mention': 'Mention me in a channel that I am in; I will answer in the thread.',
  'home.direct': 'Send me a direct message.',
  'home.command': 'Type /docs and your question; only you will see the answer until you share it.',
  'home.shortcut': 'Choose “Ask Docent about this” in the menu of a message.',
  'home.threads':
    'In my threads you can continue without mentioning me; “mute” keeps me quiet there, “stop” ends an answer, and “new” with a mention starts over.',
  'home.examplesTitle': 'For example',
  'home.statusTitle': 'Status',
  'home.assistantThere': 'The documentation assistant is reachable.',
  'home.assistantAway': 'The documentation assistant cannot be reached right now, so I cannot answer.',
  'home.mayDeploy': 'You can deploy {projects} with /deploy.',
  /** On the web pages on which a workspace installs the app. */
  'install.done': 'Docent is installed in {workspace}; you can close this page.',
  'install.cancelled': 'Nothing was installed.',
  'install.expired': 'This installation has expired or was already completed; please start it again.',
  'install.failed': 'Slack did not complete the installation; please try again, or tell whoever runs this Docent.',

  // The sentences about deployments and reports are Markdown, and so are their facts.

  /** Why a deployment did not happen, or why its result is unknown. */
  'deployFailure.not_configured':
    'Deployments are not set up; a maintainer can set DEPLOY_URL, DEPLOY_PROJECT_ID and DEPLOY_TOKEN, or name projects in the routing file.',
  'deployFailure.already_running':
    'The documentation service is already deploying this project; try again when it is done.',
  'deployFailure.unauthorized': 'The documentation service rejected my deploy token; a maintainer has to renew it.',
  'deployFailure.not_found':
    'The documentation service does not know this project; a maintainer should check its id and URL.',
  'deployFailure.rejected':
    'The documentation service did not accept the deployment; a maintainer can find the reason in my log.',
  'deployFailure.rate_limited':
    'The documentation service is not accepting more deployments right now; try again in a minute.',
  'deployFailure.unavailable': 'The documentation service cannot be reached right now; try again in a few minutes.',
  'deployFailure.unfollowed': 'The update is queued, but the documentation service does not report its progress.',
  'deployFailure.timed_out': 'I have stopped following it, because it did not end within the time limit.',
  'deployFailure.lost':
    'I do not know whether the documentation service received the request, so I will not repeat it.',
  'deploy.lookAt': 'Check {service} for the result before you deploy again.',

  /** Shown only to a requester who is not allowed to deploy. */
  'deployRefused.nobody':
    'Nobody is allowed to deploy yet; a maintainer can allow you by setting DEPLOY_ALLOW={identity}.',
  'deployRefused.not_listed':
    'You are not allowed to deploy the docs: DEPLOY_ALLOW names neither you nor any of your groups or roles. A maintainer can add {identity}.',
  'deployRefused.channel':
    'Nobody is allowed to deploy {project} from this channel; docent.yaml says where it is allowed.',
  'deployRefused.guest':
    'Guests are not allowed to deploy the docs, whatever DEPLOY_ALLOW says; ask a member to do it.',
  'deployRefused.stranger':
    'People from other workspaces are not allowed to deploy the docs, whatever DEPLOY_ALLOW says; ask a member of this one to do it.',
  'deployRefused.bot': 'Bots are not allowed to deploy the docs, whatever DEPLOY_ALLOW says.',
  'deployRefused.deactivated': 'Deactivated accounts are not allowed to deploy the docs.',
  /** The platform did not report who a person is or who is in a group, or does not let us find out. */
  'deployRefused.unchecked':
    'I cannot check right now whether you are allowed to deploy, so nothing was deployed; try again in a minute.',
  'deployRefused.uncheckable':
    'I cannot find out whether you are allowed to deploy, so nothing was deployed; a maintainer can find the reason in my log.',

  /** Shown only to the requester. */
  'deploy.taken': 'Deployment of {project} requested; I will post its progress here.',
  'deploy.confirm': 'Deploy **{project}**?',
  'deploy.confirmBranch': 'Deploy **{project}** (branch {branch})?',
  'deploy.never': 'Nobody has deployed it from here before.',
  'deploy.last': 'Last deployment: {report}.',
  'deploy.confirmWithin': 'The buttons work for 60 seconds.',
  'deploy.cancelled': 'Nothing was deployed: you cancelled the deployment of {project}.',
  'deploy.expired': 'Nothing was deployed: the request to deploy {project} has expired; type the command again.',
  'deploy.forgotten': 'This request has expired, and nothing was deployed; type the command again.',
  'deploy.notYours': 'Only the person who asked can answer this; type /deploy yourself.',
  'deploy.joined':
    'A deployment of {project}, requested by {name}, has been running since {time} UTC. It may have started before your newest commit: one more run can start when it ends.',
  'deploy.joinedSee':
    'A deployment of {project}, requested by {name}, has been running since {time} UTC; see {link}. It may have started before your newest commit: one more run can start when it ends.',
  'deploy.planned': 'One more deployment of {project} will start when the running one ends.',
  'deploy.plannedAlready': 'One more run is already planned; it will include your commits.',
  'deploy.nothingToRunAfter': 'That deployment has already ended; type /deploy to start a new one.',
  'deploy.furtherLocked': 'The next deployment of {project} did not start, because someone has locked the project.',
  'deploy.lockedBy':
    '🔒 Deployments of {project} have been locked by {name} since {time} UTC ({reason}). {unlock} unlocks them.',
  'deploy.lockedElsewhere':
    '🔒 Deployments of {project} have been locked from elsewhere since {time} UTC. {unlock} unlocks them.',
  'deploy.locked': '🔒 Deployments of {project} are locked until someone types {unlock} ({reason}).',
  'deploy.unlocked': '🔓 You have unlocked {project}, which {name} had locked ({reason}).',
  'deploy.unlockedElsewhere': '🔓 You have unlocked {project}, which had been locked from elsewhere.',
  'deploy.notLocked': '{project} is not locked.',
  'deploy.none': 'Nobody has deployed {project} from here yet.',
  'deploy.noStatus': 'The documentation service ({service}) has no status with this id for {project}.',
  'deploy.notACommand': 'I do not know this command, so nothing was deployed.',
  'deploy.lockNeedsReason': 'Please give a reason: {command}.',
  'button.deploy': 'Deploy',
  'button.cancel': 'Cancel',
  'button.onceMore': 'Deploy again afterwards',

  /** One line each. The facts are what to type. */
  'deployHelp.deploy': '{command} deploys {project}',
  'deployHelp.status': '{command} shows how far the newest deployment has got; {withId} asks the documentation service',
  'deployHelp.latest': '{command} shows the last deployment that ended; {history} lists the newest ones',
  'deployHelp.lock': '{command} locks deployments; {unlock} unlocks them',
  'deployHelp.mention': 'in a thread, mention me instead of typing the slash: {command}',

  /** The message that follows a deployment's progress. */
  'deployState.requested': '🚀 **Deploying {project}**',
  'deployState.running': '🚀 **Deploying {project}**',
  'deployState.succeeded': '✅ **Deployed {project}**',
  'deployState.failed': '❌ **Could not deploy {project}**',
  'deployState.lost': '❔ **Outcome unknown: deployment of {project}**',
  'deployReport.for': '{headline} for {name}',
  'deployReport.forIn': '{headline} for {name} in {time}',
  'deployReport.forAfter': '{headline} for {name}, after {time}',
  'deployReport.statusId': 'Status id: {id}',
  'deployReport.commitOn': '{commit} on {branch}',
  'deployReport.by': 'by {author}',
  'deployReport.onlyAuthor': 'The commit is by {author}.',
  'deployReport.pages': 'Pages: {changes}',
  'deployReport.added': '{number} added',
  'deployReport.changed': '{number} changed',
  'deployReport.removed': '{number} removed',
  'deployReport.line': '{when} UTC {state}, for {name}',
  'deployReport.endedLine': '{when} UTC {state} in {time}, for {name}',
  'deployWord.requested': 'requested',
  'deployWord.in_progress': 'in progress',
  'deployWord.running': 'running',
  'deployWord.succeeded': 'succeeded',
  'deployWord.failed': 'failed',
  'deployWord.lost': 'lost',

  /** The note that notifies the requester. */
  'deployEnd.succeeded': 'Deployed {project} in {time}.',
  'deployEnd.failed': 'The deployment of {project} failed after {time}.',
  'deployEnd.lost': 'I stopped following the deployment of {project} after {time}; the message above says why.',
  'deployEnd.log': 'The last lines of its log:',
  /** The name of the thread in which a failure is explained, as plain text. */
  'deployEnd.thread': 'Why {project} could not be deployed',
  /** In a deployment's thread. `links` are numbered links to the answers. */
  'deployEnd.reasked':
    'After this deployment I asked questions again that had no good answer before. Answered now: {answered} of {asked}. {links}',
  'deployEnd.reaskedSome': 'Some of these questions were not asked again.',

  /** When a command is given by mention and only a button press allows an answer that a single person sees. */
  /** Follows a mention of the person. */
  'deploy.pressToGoOn': 'Press the button to run {command}; only you can, and only you will see the answer.',
  'deploy.onlyAuthor': 'Only the person who wrote this command can continue it; write it yourself.',
  'deploy.commandChanged': 'Nothing was run: the message with this command was edited or deleted; write it again.',
  'deploy.confirmLock': 'Lock deployments of **{project}** ({reason})?',
  'deploy.confirmUnlock': 'Unlock deployments of **{project}**?',
  'button.lock': 'Lock',
  'button.unlock': 'Unlock',
  'button.goOn': 'Continue',
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
  'report.whole': '{link}: a page for you, for ten minutes',
  'report.wholeLink': 'The whole report',
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

  /** The label of the button “Open issue”, and answers to the person who pressed it, or chose “File an issue”. */
  'button.openIssue': 'Open issue: {number}',
  'issue.link': 'A new issue, filled in',
  'issue.ready': '{link}: read it first, and submit it there. Nobody sees it before.',
  'issue.gone': 'I no longer have these questions; ask for a new report.',
  'issue.private': 'None of these questions was asked in a public channel, so I do not put them into an issue.',
  'issue.off': 'No repository is set up; a maintainer can set REPOSITORY_URL or ISSUE_LINK.',
  'issue.earlier': 'An issue was prepared from this on {date}.',
  'issue.already': 'An issue was prepared from this on {date}; to prepare another one, choose so in the form.',
  'issue.inPrivate': 'It was said in private: write only what everyone may read.',
  'issue.noTitle': 'An issue needs a title.',
  'issue.cut': 'Its end did not fit into the link; add it in the form.',

  /**
   * Above a question that has no message of its own, or below the message that it is about. Only the asker sees
   * `lookingUp`.
   */
  lookingUp: 'Looking this up in the docs:',
  askedBy: '{name} asked:',
  sharedBy: '{name} shared this answer:',
  askedAboutThis: '{name} asked me about this.',
} as const;
