/** German, impersonal where English says “you”. */
import type { Catalogue } from './catalogue.ts';
import { deployments } from './deployments/de.ts';
import { reports } from './reports/de.ts';

export const de = {
  'noAnswer.rate_limited': 'Der Dokumentationsassistent ist gerade ausgelastet; bitte in einer Minute erneut fragen.',
  'noAnswer.unavailable':
    'Der Dokumentationsassistent ist gerade nicht erreichbar; bitte in ein paar Minuten erneut fragen.',
  'noAnswer.unauthorized':
    'Der Dokumentationsassistent hat unseren Schlüssel abgelehnt; ich kann erst wieder antworten, wenn er erneuert ist.',
  'noAnswer.out_of_credits':
    'Das Guthaben des Dokumentationsassistenten ist aufgebraucht; ich kann erst wieder antworten, wenn es aufgeladen ist.',
  'noAnswer.not_found':
    'Der Dokumentationsassistent kennt diese Website nicht; ich kann erst antworten, wenn meine Einstellungen geprüft sind.',
  'noAnswer.rejected': 'Der Dokumentationsassistent hat diese Frage nicht angenommen; bitte mit anderen Worten fragen.',
  'noAnswer.too_long': 'Diese Frage ist zu lang für mich; bitte in höchstens 10.000 Zeichen fragen.',
  'noAnswer.timed_out': 'Der Dokumentationsassistent hat zu lange gebraucht; bitte erneut fragen.',
  'noAnswer.cut_off': 'Die Antwort ist vor dem ersten Wort abgebrochen; bitte erneut fragen.',
  'noAnswer.malformed':
    'Der Dokumentationsassistent hat etwas geschickt, das ich nicht lesen kann; bitte der Administration melden.',
  'noAnswer.empty':
    'Der Dokumentationsassistent hat dazu keine Antwort gefunden; andere Worte helfen vielleicht, oder jemand aus dem Team.',

  'cutAnswer.rate_limited':
    'Die Antwort ist hier abgebrochen, weil der Dokumentationsassistent ausgelastet ist; den Rest bitte noch einmal erfragen.',
  'cutAnswer.unavailable':
    'Die Antwort ist hier abgebrochen, weil die Verbindung verloren ging; den Rest bitte noch einmal erfragen.',
  'cutAnswer.unauthorized':
    'Die Antwort ist hier abgebrochen, weil unser Schlüssel abgelehnt wurde; bitte der Administration melden.',
  'cutAnswer.out_of_credits':
    'Die Antwort ist hier abgebrochen, weil das Guthaben aufgebraucht ist; bitte der Administration melden.',
  'cutAnswer.not_found': 'Die Antwort ist hier abgebrochen; den Rest bitte noch einmal erfragen.',
  'cutAnswer.rejected': 'Die Antwort ist hier abgebrochen; den Rest bitte noch einmal erfragen.',
  'cutAnswer.too_long': 'Die Antwort ist hier gekürzt, weil sie zu lang ist; bitte gezielt nach einem Teil fragen.',
  'cutAnswer.timed_out':
    'Die Antwort ist hier abgebrochen, weil der Dokumentationsassistent verstummt ist; den Rest bitte noch einmal erfragen.',
  'cutAnswer.cut_off': 'Die Antwort ist hier abgebrochen; den Rest bitte noch einmal erfragen.',
  'cutAnswer.malformed':
    'Die Antwort ist hier abgebrochen, weil der Rest nicht lesbar ist; bitte der Administration melden.',
  'cutAnswer.empty': 'Mehr hat der Dokumentationsassistent nicht gefunden.',

  'place.no_thread_right':
    'Ich antworte hier, weil ich in diesem Kanal keinen Thread eröffnen darf (nötig sind „Öffentliche Threads erstellen“ und „Nachrichten in Threads senden“).',
  'place.threads_limited': 'Ich antworte hier, weil Discord in diesem Kanal vorerst keine weiteren Threads zulässt.',
  'place.title_refused': 'Die Moderation des Servers hat die Frage als Titel eines Threads abgelehnt.',
  'place.private_only':
    'Das sieht sonst niemand, weil ich in diesem Kanal nicht schreiben darf; bin ich in den Kanal eingeladen, lassen sich Antworten teilen.',
  restarted: 'In diesem Thread wurde eine Frage gelöscht; ich habe deshalb ohne sie neu angefangen.',

  'reply.over_limit': 'Es sind schon viele Fragen offen; bitte erneut fragen, wenn einige davon beantwortet sind.',
  'reply.others_joined': 'Ich halte mich in diesem Thread jetzt zurück; eine Erwähnung genügt, und ich antworte.',
  'reply.muted': 'Ich bin in diesem Thread ab jetzt still; eine Erwähnung genügt, und ich antworte.',
  'reply.new': 'Wir fangen neu an: Was in diesem Thread bisher gefragt wurde, zählt nicht mehr. Worum geht es?',
  'reply.help':
    'Ich beantworte Fragen zur Dokumentation, zum Beispiel: Wie fange ich an? In meinen Threads geht es ohne Erwähnung weiter; „mute“ macht mich dort still, „stop“ beendet eine Antwort, und „new“ mit einer Erwähnung fängt neu an.',
  'reply.slow_down': 'Das war viel in einer Minute; gleich geht es in diesem Thread weiter, bitte dann erneut fragen.',
  'reply.human': 'Ich sage hier nichts mehr, außer jemand erwähnt mich.',
  'reply.human_none':
    'Hier ist niemand genannt, den ich rufen könnte; bitte in einem Kanal fragen, in dem Leute helfen.',
  'reply.human_direct': 'Ich kann Leute nur in einem Kanal rufen; bitte dort fragen.',
  'reply.human_called': 'In diesen Thread wurde vor weniger als einer Stunde schon jemand gerufen.',
  'reply.solved': 'Dieser Thread ist als gelöst markiert.',
  'reply.solved_already': 'Dieser Thread ist schon als gelöst markiert.',
  'reply.solved_not_yours': 'Als gelöst markieren kann einen Thread nur, wer gefragt hat oder hier hilft.',
  'reply.solved_none': 'In diesem Thread wurde ich nichts gefragt.',
  'reply.nothing_to_stop': 'Hier gibt es nichts zu stoppen: Ich antworte nur auf Fragen an mich.',
  'reply.taken_back': 'Diese Antwort war falsch und wurde zurückgenommen.',
  'reply.limit_minute': 'Das sind mehr Fragen, als ich beantworten darf; bitte in einer Minute erneut fragen.',
  'reply.limit_channel': 'In diesem Kanal kommen gerade viele Fragen; bitte in einer Minute erneut fragen.',
  'reply.limit_day':
    'Das waren so viele Fragen, wie ich an einem Tag beantworten darf; bitte morgen erneut fragen (nach 00:00 UTC).',
  'reply.limit_month': 'Die Fragen dieses Monats sind aufgebraucht; ich antworte wieder ab dem 1. (00:00 UTC).',
  'reply.limit_calls':
    'In jedem Kanal kannst du einmal pro Stunde jemanden rufen; bitte eine Stunde nach dem letzten Ruf erneut versuchen.',

  noSources: 'Der Assistent hat dazu keine Seite der Dokumentation genannt; bitte vor Gebrauch prüfen.',
  fallback: 'Diese Antwort kommt vom zweiten Dokumentationsassistenten, weil der erste gerade nicht antworten kann.',
  lengthLimit:
    'Der Assistent hat hier wegen seiner Längenbegrenzung aufgehört; den Rest bei Bedarf bitte noch einmal erfragen.',
  answerTooLong: 'Die Antwort ist länger, als ich hier zeigen kann; bitte gezielt nach einem Teil fragen.',
  moderated:
    'Die Moderation des Servers hat einen Teil dieser Antwort abgelehnt; er fehlt, oder es geht in einer neuen Nachricht weiter.',
  'command.docs': 'Die Dokumentation etwas fragen',
  'command.question': 'Die Frage',
  'command.public': 'Ob alle die Antwort sehen',
  'command.ask': 'Docent fragen',
  'command.deploy': 'Die Dokumentation veröffentlichen',
  'command.action': 'Was zu tun ist; ohne Angabe: deploy',
  'command.project': 'Welches Projekt; ohne Angabe: das erste',
  'command.text': 'status: eine Status-Id; history: wie viele; lock: der Grund',
  'command.report': 'Lesen, was gefragt wurde und welche Seiten nicht reichten',
  'command.since': 'Wie weit zurück: 7d oder 12h; ohne Angabe: 7 Tage',
  'prompt.start': 'Wie fange ich an?',
  'prompt.install': 'Wie installiere ich es?',
  'prompt.problems': 'Was tun, wenn etwas nicht funktioniert?',
  'prompt.page': 'Was sollte ich über „{title}“ wissen?',

  'home.title': 'Fragen zur Dokumentation',
  'home.intro': 'Ich beantworte Fragen zu {docs}, mit Links zu den verwendeten Seiten.',
  'home.docs': 'der Dokumentation',
  'home.askTitle': 'So wird gefragt',
  'home.mention': 'In einem Kanal, in dem ich bin, genügt eine Erwähnung; ich antworte im Thread.',
  'home.direct': 'Direktnachrichten an mich gehen auch.',
  'home.command': '/docs mit einer Frage dahinter: Die Antwort sieht nur, wer gefragt hat, bis sie geteilt wird.',
  'home.shortcut': '„Ask Docent about this“ im Menü einer Nachricht wählen.',
  'home.threads':
    'In meinen Threads geht es ohne Erwähnung weiter; „mute“ macht mich dort still, „stop“ beendet eine Antwort, und „new“ mit einer Erwähnung fängt neu an.',
  'home.examplesTitle': 'Zum Beispiel',
  'home.statusTitle': 'Status',
  'home.assistantThere': 'Der Dokumentationsassistent ist erreichbar.',
  'home.assistantAway': 'Der Dokumentationsassistent ist gerade nicht erreichbar, deshalb kann ich nicht antworten.',
  'home.mayDeploy': 'Erlaubt ist das Deployment von {projects} mit /deploy.',

  fileAlone:
    'Was soll ich dazu beantworten? Bitte die Frage in Worten stellen und die Datei wieder anhängen; ich lese Textdateien bis 32 KB.',
  filesUnread: {
    one: 'Ich habe ohne eine angehängte Datei geantwortet: Ich lese nur Textdateien bis 32 KB.',
    other: 'Ich habe ohne {count} angehängte Dateien geantwortet: Ich lese nur Textdateien bis 32 KB.',
  },
  partsUnread: 'Einige Teile konnte ich nicht lesen: {kinds}.',
  restUnread: 'Ich habe nur den Anfang gelesen, weil die Nachricht zu lang ist.',
  picturesUnread:
    'Nicht alle angehängten Bilder habe ich angesehen: Ich kann bis zu drei Bilder in PNG, JPEG, GIF oder WebP ansehen, zusammen 2 MB.',
  picturesUnseen: 'Bilder sehe ich mir hier nicht an; bitte in Worten beschreiben, was sie zeigen.',
  answeringOf: 'Antwort auf die Frage von {name} weiter oben.',
  threadUnread: 'Ich konnte nicht lesen, was in diesem Thread schon gesagt wurde, und habe ohne das geantwortet.',
  repliedToUnread: 'Die Nachricht, auf die sich das bezieht, konnte ich nicht lesen und habe ohne sie geantwortet.',
  repliedToAlone:
    'Die Nachricht, auf die sich das bezieht, kann ich nicht lesen: Sie wurde gelöscht, oder ich darf sie nicht sehen. Wie lautet die Frage?',
  partlyUnread: 'Ein Teil dieser Antwort war nicht lesbar, es können Wörter fehlen; im Zweifel bitte erneut fragen.',
  stopped: 'Hier gestoppt; den Rest bei Bedarf bitte noch einmal erfragen.',
  stoppedBy: 'Hier von {name} gestoppt; wer gefragt hat, bekommt den Rest mit „{again}“.',
  stoppedByOther: 'Hier von jemand anderem gestoppt; wer gefragt hat, bekommt den Rest mit „{again}“.',
  earlierAnswer: 'Das ist die frühere Antwort; eine neue ist mir nicht gelungen.',
  askingAgain: 'Ich sehe noch einmal nach.',
  interrupted: 'Ich werde gerade neu gestartet; diese Antwort geht gleich weiter.',
  abandoned: 'Ich wurde neu gestartet, bevor diese Antwort fertig war; bitte erneut fragen.',
  defect: 'Bei mir ist etwas schiefgegangen; bitte erneut fragen oder der Administration melden.',

  'sources.heading': 'Quellen',
  'sources.inline': { one: 'Quelle:', other: 'Quellen:' },
  'nearest.heading': 'Die passendsten Seiten der Dokumentation:',

  working: 'liest die Dokumentation …',
  searching: 'Ich suche in der Dokumentation',
  searchingFor: 'Ich suche in der Dokumentation nach „{query}“',
  searched: 'In der Dokumentation gesucht',
  searchedFor: 'In der Dokumentation nach „{query}“ gesucht',

  'button.stop': 'Stopp',
  'button.helpful': 'Hilfreich',
  'button.not_helpful': 'Nicht hilfreich',
  'button.again': 'Noch einmal fragen',
  'button.human': 'Mit einem Menschen sprechen',
  'button.solved': 'Gelöst',
  'button.taken': 'Übernommen',
  'button.share': 'Im Kanal teilen',

  notTaken: 'Das kann ich gerade nicht annehmen; bitte in einer Minute noch einmal versuchen.',
  'refused.off': 'Ich bin hier ausgeschaltet; bitte in einem anderen Kanal fragen.',
  'refused.not_allowed': 'Hier dürfen nicht alle fragen; wer mich betreibt, weiß, wer es darf.',
  'refused.unchecked':
    'Ich kann gerade nicht prüfen, wer hier fragen darf; bitte in einer Minute noch einmal versuchen.',
  askedAlready: 'Das wurde schon gefragt; siehe die neuesten Nachrichten in diesem Thread.',
  sharedAlready: 'Diese Antwort wurde schon geteilt.',
  shareGone: 'Diese Antwort habe ich nicht mehr; bitte erneut fragen.',
  noText: 'In dieser Nachricht ist kein Text, auf den ich antworten könnte.',
  answeredThere: 'Ich antworte im Thread dieser Nachricht.',
  'press.gone': 'Die Frage zu dieser Antwort kenne ich nicht mehr; bitte erneut fragen.',
  'press.not_yours': 'Das kann nur, wer gefragt hat oder moderiert.',
  'press.not_running': 'Diese Antwort ist schon vollständig.',
  'press.running': 'Diese Antwort wird schon geschrieben.',
  'press.too_often': 'Diese Frage habe ich schon mehrmals beantwortet; bitte mit anderen Worten fragen.',

  forgotten:
    'Die Fragen, meine Antworten darauf und die Rückmeldungen sind aus meiner Datenbank entfernt, und der Dokumentationsdienst hat gelöscht, was er davon hatte; die Nachrichten hier bleiben, und was andere erhalten haben, kann ich nicht zurückholen.',
  forgottenHere:
    'Die Fragen, meine Antworten darauf und die Rückmeldungen sind aus meiner Datenbank entfernt. Der Dokumentationsdienst hat nicht gelöscht, was er davon hat: er kann es nicht, oder er war nicht erreichbar. Die Nachrichten hier bleiben.',
  mayNotWrite:
    'Wo gefragt wurde, darf ich nicht schreiben und kann dort nicht antworten; bitte hier oder in einem anderen Kanal fragen oder der Administration melden.',
  moderatedThere:
    'Die Moderation des Servers hat meine Antwort abgelehnt, wo gefragt wurde; bitte in anderen Worten fragen oder der Administration melden.',
  notUnderstood:
    'Diesen Befehl oder Button kenne ich nicht, oder er funktioniert hier nicht; bitte stattdessen mich erwähnen.',
  commandLost: 'Einen Befehl von vorhin konnte ich nicht mehr beantworten; bitte noch einmal eingeben.',

  'feedback.helpful': 'Danke, ist notiert: Diese Antwort hat geholfen.',
  'feedback.not_helpful': 'Danke, ist notiert: Diese Antwort hat nicht geholfen.',
  'feedback.reason': 'Danke, der Grund ist notiert.',
  'feedback.not_staff': 'Nur wer hier hilft, kann eine Antwort zurücknehmen.',
  'feedback.already': 'Das ist schon notiert.',

  takenBackBy: 'Diese Antwort war falsch, sagt {name}, der oder die hier hilft.',
  'handover.card': '{name} möchte mit einem Menschen sprechen.',
  'handover.link': 'Die Antwort bis hierher: {link}',
  'handover.back': 'Zurück: {time}.',
  'handover.taken': 'Übernommen von {name}.',
  somebody: 'Jemand',

  'form.title': 'Was hat nicht geholfen?',
  'form.reason': 'Grund',
  'form.comment': 'Was hätte geholfen? (freiwillig)',
  'form.send': 'Senden',
  'form.cancel': 'Abbrechen',
  'reason.take_back': 'Das ist falsch: Antwort zurücknehmen',
  'reason.wrong': 'Stimmt nicht',
  'reason.outdated': 'Ist veraltet',
  'reason.missing': 'Etwas fehlt',
  'reason.unclear': 'Ist unklar',
  'reason.other': 'Etwas anderes',
  'install.done': 'Docent ist in {workspace} installiert; Sie können diese Seite schließen.',
  'install.cancelled': 'Es wurde nichts installiert.',
  'install.expired': 'Diese Installation ist abgelaufen oder schon abgeschlossen; bitte beginnen Sie sie erneut.',
  'install.failed':
    'Slack hat die Installation nicht abgeschlossen; versuchen Sie es bitte noch einmal, oder wenden Sie sich an den Betreiber dieses Docent.',

  ...deployments,
  ...reports,

  lookingUp: 'Ich schlage das in der Dokumentation nach:',
  askedBy: '{name} fragt:',
  sharedBy: '{name} teilt diese Antwort:',
  askedAboutThis: '{name} hat mich dazu gefragt.',
} as const satisfies Catalogue;
