/**
 * Every sentence that people read, in English, from which the other languages are translated. A sentence that depends on a
 * number has one form per plural category of its language (Unicode CLDR), selected by {count}.
 */
import { deployments } from './deployments/en.ts';
import { reports } from './reports/en.ts';

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
  'reply.limit_calls':
    'You can call people once an hour in each channel; please call again an hour after your last call.',

  /** Below an answer. */
  noSources: 'The assistant cited no page of the docs for this; please check it before you rely on it.',
  fallback: 'This answer is from the second documentation assistant, because the first one cannot answer right now.',
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
  'sources.heading': 'Sources',
  'sources.inline': { one: 'Source:', other: 'Sources:' },
  /** Above the pages that a search found when there is no answer. */
  'nearest.heading': 'The closest pages in the docs:',

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
  'button.solved': 'Solved',
  'button.taken': 'Taken',
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

  /** Shown only to the person who gave feedback on an answer. */
  'feedback.helpful': 'Thank you for letting me know that this answer helped.',
  'feedback.not_helpful': 'Thank you for letting me know that this answer did not help.',
  'feedback.reason': 'Thank you, I have noted the reason.',
  'feedback.not_staff': 'Only someone who helps here can take an answer back.',
  'feedback.already': 'You have already said so.',

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
  'reason.take_back': 'This is wrong: take the answer back',
  'reason.wrong': 'It is wrong',
  'reason.outdated': 'It is outdated',
  'reason.missing': 'Something is missing',
  'reason.unclear': 'It is unclear',
  'reason.other': 'Something else',

  /** Discord's commands and their options. `ask` is the name of the command in a message's menu. */
  'command.docs': 'Ask a question about the documentation',
  'command.question': 'What you want to know',
  'command.public': 'Whether everyone can see the answer',
  'command.ask': 'Ask Docent',
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

  ...deployments,
  ...reports,

  /**
   * Above a question that has no message of its own, or below the message that it is about. Only the asker sees
   * `lookingUp`.
   */
  lookingUp: 'Looking this up in the docs:',
  askedBy: '{name} asked:',
  sharedBy: '{name} shared this answer:',
  askedAboutThis: '{name} asked me about this.',
} as const;
