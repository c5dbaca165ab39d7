/**
 * Every sentence that people read, in English, from which the other languages are translated. A sentence with a number has
 * a form for each plural category of its language (Unicode CLDR) and is chosen by {count}.
 */
import { deployments } from './deployments/en.ts';
import { reports } from './reports/en.ts';

export const en = {
  /** Why an answer is missing, when nothing of it is shown. */
  'noAnswer.rate_limited': 'The documentation assistant is busy right now; please ask again in a minute.',
  'noAnswer.unavailable': 'The documentation assistant cannot be reached right now; please ask again in a few minutes.',
  'noAnswer.unauthorized':
    'The documentation assistant refused our key, so I cannot answer until a maintainer renews it.',
  'noAnswer.out_of_credits':
    'The documentation assistant has used up its credits, so I cannot answer until a maintainer tops it up.',
  'noAnswer.not_found':
    'The documentation assistant does not know this site, so I cannot answer until a maintainer checks my settings.',
  'noAnswer.rejected': 'The documentation assistant did not accept this question; please ask it in other words.',
  'noAnswer.too_long': 'This question is too long for me; please ask it in at most 10,000 characters.',
  'noAnswer.timed_out': 'The documentation assistant took too long to answer; please ask again.',
  'noAnswer.cut_off': 'The answer broke off before its first word; please ask again.',
  'noAnswer.malformed': 'The documentation assistant sent something that I cannot read; please tell a maintainer.',
  'noAnswer.empty': 'The documentation assistant found no answer to this; try other words, or ask a person.',

  /** Why an answer ends early, under what is shown of it. */
  'cutAnswer.rate_limited':
    'The answer broke off here because the documentation assistant is busy; ask again for the rest.',
  'cutAnswer.unavailable': 'The answer broke off here because the connection was lost; ask again for the rest.',
  'cutAnswer.unauthorized': 'The answer broke off here because our key was refused; please tell a maintainer.',
  'cutAnswer.out_of_credits': 'The answer broke off here because the credits are used up; please tell a maintainer.',
  'cutAnswer.not_found': 'The answer broke off here; ask again for the rest.',
  'cutAnswer.rejected': 'The answer broke off here; ask again for the rest.',
  'cutAnswer.too_long': 'The answer was cut here because it is too long; ask for the part that you need.',
  'cutAnswer.timed_out':
    'The answer broke off here because the documentation assistant went silent; ask again for the rest.',
  'cutAnswer.cut_off': 'The answer broke off here; ask again for the rest.',
  'cutAnswer.malformed': 'The answer broke off here because the rest cannot be read; please tell a maintainer.',
  'cutAnswer.empty': 'The documentation assistant found nothing more.',

  /** Under the first reply that stands in an unexpected place. */
  'place.no_thread_right':
    'I answer here because I may not open a thread in this channel (I need “Create Public Threads” and “Send Messages in Threads”).',
  'place.threads_limited': 'I answer here because Discord lets no more threads be opened in this channel for now.',
  'place.private_only':
    'Only you can see this, because I may not post in this channel; invite me to it to share answers.',

  /** Instead of an answer. */
  'reply.over_limit': 'You have many questions open already; please ask again when some of them are answered.',
  'reply.others_joined': 'I leave this thread to you now; mention me when you want an answer from me.',
  'reply.muted': 'I am quiet in this thread from now on; mention me when you want an answer from me.',
  'reply.new': 'We start afresh: what I was asked in this thread before no longer counts. What would you like to know?',
  'reply.help':
    'Ask me a question about the documentation, for example: how do I get started? In a thread of mine you can go on without a mention; “mute” makes me quiet there, “stop” ends an answer, and “new” with a mention starts afresh.',
  'reply.slow_down': 'That was a lot in one minute; I go on in this thread in a moment, please ask again then.',
  'reply.human': "I won't say more here unless you mention me.",
  'reply.human_none': 'Nobody is named here whom I could call; please ask in a channel where people help.',
  'reply.human_direct': 'I can call people only in a channel; please ask there.',
  'reply.human_called': 'People were called to this thread less than an hour ago.',
  'reply.solved': 'This thread is marked as solved.',
  'reply.solved_already': 'This thread is marked as solved already.',
  'reply.solved_not_yours': 'Only the person who asked, or somebody who helps here, can mark a thread as solved.',
  'reply.solved_none': 'I was asked nothing in this thread.',
  'reply.nothing_to_stop': 'There is nothing to stop here: I answer only what you ask me.',
  'reply.taken_back': 'This answer was wrong and has been taken back.',
  'reply.limit_minute': 'You ask faster than I may answer; please ask again in a minute.',
  'reply.limit_channel': 'This channel asks a lot right now; please ask again in a minute.',
  'reply.limit_day': 'You have asked as much as I may answer in a day; please ask again tomorrow (after 00:00 UTC).',
  'reply.limit_month': 'The questions of this month are used up; I answer again from the 1st (00:00 UTC).',

  /** Under an answer. */
  noSources: 'The assistant named no page of the docs for this; check it before you rely on it.',
  fallback: 'This answer is from the second documentation assistant, because the first one cannot answer right now.',
  lengthLimit: 'The assistant stopped here because of its length limit; ask for the rest if you need it.',
  answerTooLong: 'The answer is longer than I can show here; ask for the part that you need.',
  fileAlone:
    'What would you like to know about it? Please ask in words, with the file attached; I read text files of up to 32 KB.',
  filesUnread: {
    one: 'I answered without an attached file: I read only text files of up to 32 KB.',
    other: 'I answered without {count} attached files: I read only text files of up to 32 KB.',
  },
  threadUnread: 'I could not read what was said in this thread before, so I answered without it.',
  partlyUnread: 'Some of this answer could not be read, so words may be missing; ask again if it looks wrong.',
  stopped: 'Stopped here; ask again if you want the rest.',
  stoppedBy: 'Stopped here by {name}; whoever asked can get the rest with “{again}”.',
  stoppedByOther: 'Stopped here by somebody else; whoever asked can get the rest with “{again}”.',
  earlierAnswer: 'This is the earlier answer; I could not write a new one.',
  askingAgain: 'I am looking this up again.',
  interrupted: 'I am being restarted; this answer goes on in a moment.',
  abandoned: 'I was restarted before this answer was complete; please ask again.',
  defect: 'Something went wrong on my side; please ask again, or tell a maintainer.',

  /** Over and before the pages that an answer names. */
  'sources.heading': 'Sources',
  'sources.inline': { one: 'Source:', other: 'Sources:' },
  /** Over pages that a search found where there is no answer. */
  'nearest.heading': 'The nearest pages of the docs:',

  /** While the assistant searches, and after it. */
  /** After our name, while nothing is shown of an answer. */
  working: 'is reading the docs…',
  searching: 'Searching the docs',
  searchingFor: 'Searching the docs for “{query}”',
  searched: 'Searched the docs',
  searchedFor: 'Searched the docs for “{query}”',

  /** On buttons under an answer. */
  'button.stop': 'Stop',
  'button.helpful': 'Helpful',
  'button.not_helpful': 'Not helpful',
  'button.again': 'Ask again',
  'button.human': 'I need a human',
  'button.solved': 'Solved',
  'button.taken': 'Taken',
  'button.share': 'Share in channel',

  /** To one person only, who typed a command or pressed a button. */
  notTaken: 'I cannot take this right now; please try again in a minute.',
  forgotten:
    'I removed your questions, my answers to them and what you said about answers from my database, and the documentation service deleted what it kept of them; the messages here stay, and what others have received I cannot recall.',
  forgottenHere:
    'I removed your questions, my answers to them and what you said about answers from my database. The documentation service did not delete what it has of them: it cannot do so, or I could not reach it. The messages here stay.',
  mayNotWrite:
    'I may not write where you asked me, so I cannot answer there; ask me here or in another channel, or tell a maintainer.',
  'refused.off': 'I am switched off here; please ask in another channel.',
  'refused.not_allowed': 'Not everybody may ask here; whoever runs me can tell you who may.',
  'refused.unchecked': 'I cannot check right now whether you may ask here; please try again in a minute.',
  askedAlready: 'This was asked already; see the newest messages of this thread.',
  sharedAlready: 'This answer was shared already.',
  shareGone: 'I no longer have this answer; please ask again.',
  noText: 'There is no text in this message that I could answer.',
  answeredThere: 'I answer in the thread of that message.',
  'press.gone': 'I no longer know the question of this answer; please ask it again.',
  'press.not_yours': 'Only the person who asked, or a moderator, can do that.',
  'press.not_running': 'This answer is complete already.',
  'press.running': 'This answer is being written already.',
  'press.too_often': 'I have answered this question several times; please ask it in other words.',

  /** To one person only, about an answer. */
  'feedback.helpful': 'Thank you; I noted that this answer helped.',
  'feedback.not_helpful': 'Thank you; I noted that this answer did not help.',
  'feedback.reason': 'Thank you; I noted why.',
  'feedback.not_staff': 'Only somebody who helps here can take an answer back.',
  'feedback.already': 'You have said so already.',

  /** To people who are called to a thread. */
  takenBackBy: 'This answer was wrong, says {name}, who helps here.',
  'handover.card': '{name} would like to talk to a person.',
  'handover.link': 'The answer so far: {link}',
  'handover.back': 'They are back on {time}.',
  'handover.taken': 'Taken by {name}.',
  somebody: 'Somebody',

  /** The form that asks why an answer did not help: at most 24 characters in the title and on its buttons, 45 in the rest. */
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

  /** Discord's commands and their options. `ask` is the name of the one in the menu of a message. */
  'command.docs': 'Ask the documentation a question',
  'command.question': 'What you want to know',
  'command.public': 'Whether all may see the answer',
  'command.ask': 'Ask Docent',
  'command.deploy': 'Deploy the documentation',
  'command.action': 'What to do; nothing: deploy',
  'command.project': 'Which project; nothing: the first one',
  'command.text': 'status: a status id; history: how many; lock: the reason',
  'command.report': 'Read what people asked, and which pages fell short',
  'command.since': 'How far to look back: 7d or 12h; nothing: 7 days',

  /** What is proposed where the routing file proposes nothing. */
  'prompt.start': 'How do I get started?',
  'prompt.install': 'How do I install it?',
  'prompt.problems': 'What can I do when something does not work?',
  'prompt.page': 'What should I know about “{title}”?',

  /** The app's own page. `ask_docent` is the name in manifest.yml. */
  'home.title': 'Ask about the documentation',
  'home.intro': 'I answer questions about {docs}, with links to the pages that I used.',
  'home.docs': 'the documentation',
  'home.askTitle': 'How to ask',
  'home.mention': 'Mention me in a channel that I am in; I answer in the thread.',
  'home.direct': 'Write me a direct message.',
  'home.command': 'Type /docs and your question; only you see the answer until you share it.',
  'home.shortcut': 'Choose “Ask Docent about this” in the menu of a message.',
  'home.threads':
    'In a thread of mine you can go on without a mention; “mute” makes me quiet there, “stop” ends an answer, and “new” with a mention starts afresh.',
  'home.examplesTitle': 'For example',
  'home.statusTitle': 'Status',
  'home.assistantThere': 'The documentation assistant can be reached.',
  'home.assistantAway': 'The documentation assistant cannot be reached right now, so I cannot answer.',
  'home.mayDeploy': 'You may deploy {projects} with /deploy.',
  /** On the web pages on which a workspace lets us in. */
  'install.done': 'Docent is installed in {workspace}; you can close this page.',
  'install.cancelled': 'Nothing was installed.',
  'install.expired': 'This installation has expired or was completed before; begin it again.',
  'install.failed': 'Slack did not complete the installation; please try again, or tell whoever runs this Docent.',

  ...deployments,
  ...reports,

  /** Above a question that has no message of its own, or under the message that it is about. `lookingUp`: to its asker only. */
  lookingUp: 'Looking this up in the docs:',
  askedBy: '{name} asked:',
  sharedBy: '{name} shared this answer:',
  askedAboutThis: '{name} asked me about this.',
} as const;
