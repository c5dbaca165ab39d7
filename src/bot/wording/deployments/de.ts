/** The sentences about deployments, in German. */
import type { deployments as en } from './en.ts';

export const deployments = {
  'deployFailure.not_configured':
    'Deployments sind nicht eingerichtet; die Administration kann DEPLOY_URL, DEPLOY_PROJECT_ID und DEPLOY_TOKEN setzen oder Projekte in der Routing-Datei nennen.',
  'deployFailure.already_running':
    'Der Dokumentationsdienst veröffentlicht dieses Projekt bereits; bitte erneut versuchen, wenn er fertig ist.',
  'deployFailure.unauthorized':
    'Der Dokumentationsdienst hat unser Deploy-Token abgelehnt; die Administration muss es erneuern.',
  'deployFailure.not_found':
    'Der Dokumentationsdienst kennt dieses Projekt nicht; die Administration sollte ID und Adresse prüfen.',
  'deployFailure.rejected':
    'Der Dokumentationsdienst hat das Deployment nicht angenommen; die Administration sollte ins Log sehen.',
  'deployFailure.rate_limited':
    'Der Dokumentationsdienst nimmt gerade keine weiteren Deployments an; bitte in einer Minute erneut versuchen.',
  'deployFailure.unavailable':
    'Der Dokumentationsdienst ist gerade nicht erreichbar; bitte in ein paar Minuten erneut versuchen.',
  'deployFailure.unfollowed':
    'Die Aktualisierung ist eingereiht, aber der Dokumentationsdienst meldet ihren Fortschritt nicht.',
  'deployFailure.timed_out':
    'Es ist innerhalb seiner Zeitgrenze nicht zu Ende gegangen, deshalb folge ich ihm nicht mehr.',
  'deployFailure.lost':
    'Ob der Dokumentationsdienst die Anfrage bekommen hat, ist nicht bekannt; deshalb wiederhole ich sie nicht.',
  'deploy.lookAt': 'Vor dem nächsten Deployment bitte auf {service} nachsehen, wie es ausgegangen ist.',
  'deployRefused.nobody':
    'Noch darf niemand deployen; die Administration kann es mit DEPLOY_ALLOW={identity} erlauben.',
  'deployRefused.not_listed':
    'Deployen ist hier nicht erlaubt: DEPLOY_ALLOW nennt weder die Person noch eine ihrer Gruppen oder Rollen. Die Administration kann {identity} aufnehmen.',
  'deployRefused.channel': 'Aus diesem Kanal darf niemand {project} deployen; docent.yaml sagt, von wo aus.',
  'deployRefused.guest':
    'Gäste dürfen die Dokumentation nicht deployen, egal, was DEPLOY_ALLOW sagt; bitte ein Mitglied darum bitten.',
  'deployRefused.stranger':
    'Personen aus anderen Workspaces dürfen die Dokumentation nicht deployen, egal, was DEPLOY_ALLOW sagt; bitte ein Mitglied dieses Workspace darum bitten.',
  'deployRefused.bot': 'Bots dürfen die Dokumentation nicht deployen, egal, was DEPLOY_ALLOW sagt.',
  'deployRefused.deactivated': 'Deaktivierte Konten dürfen die Dokumentation nicht deployen.',
  'deployRefused.unchecked':
    'Ich kann gerade nicht prüfen, ob das erlaubt ist, und tue es deshalb nicht; bitte in einer Minute erneut versuchen.',
  'deployRefused.uncheckable':
    'Ich kann nicht herausfinden, ob das erlaubt ist, und tue es deshalb nicht; den Grund findet die Administration in meinem Log.',
  'deploy.taken': 'Das Deployment von {project} ist angefordert; sein Fortschritt steht hier.',
  'deploy.confirm': '**{project}** deployen?',
  'deploy.confirmBranch': '**{project}** (Branch {branch}) deployen?',
  'deploy.nobodyHoldsLock': 'Deployments sind nicht gesperrt.',
  'deploy.never': 'Von hier aus hat noch niemand deployt.',
  'deploy.last': 'Zuletzt: {report}.',
  'deploy.confirmWithin': 'Das sieht sonst niemand; die Buttons funktionieren 60 Sekunden lang.',
  'deploy.cancelled': 'Es wird nichts deployt: Das Deployment von {project} ist abgebrochen.',
  'deploy.expired':
    'Es wird nichts deployt: Die Rückfrage zu {project} ist abgelaufen; bitte den Befehl erneut eingeben.',
  'deploy.forgotten': 'Diese Rückfrage ist abgelaufen, und es wird nichts deployt; bitte den Befehl erneut eingeben.',
  'deploy.notYours': 'Das kann nur beantworten, wer gefragt hat; bitte selbst /deploy eingeben.',
  'deploy.joined':
    'Ein Deployment von {project} läuft schon, für {name}, seit {time} UTC. Vielleicht hat es vor dem neuesten Commit begonnen: Danach kann ein weiterer Lauf beginnen.',
  'deploy.joinedSee':
    'Ein Deployment von {project} läuft schon, für {name}, seit {time} UTC; siehe {link}. Vielleicht hat es vor dem neuesten Commit begonnen: Danach kann ein weiterer Lauf beginnen.',
  'deploy.planned': 'Ein weiteres Deployment von {project} beginnt, wenn das laufende zu Ende ist.',
  'deploy.plannedAlready': 'Ein weiterer Lauf ist schon geplant; er enthält auch die neuesten Commits.',
  'deploy.nothingToRunAfter': 'Dieses Deployment ist inzwischen zu Ende; /deploy startet ein neues.',
  'deploy.furtherLocked': 'Das weitere Deployment von {project} hat nicht begonnen, weil es inzwischen gesperrt wurde.',
  'deploy.lockedBy': '🔒 {project} ist gesperrt: von {name}, seit {time} UTC ({reason}). {unlock} hebt das auf.',
  'deploy.lockedElsewhere': '🔒 {project} ist gesperrt: seit {time} UTC, von anderswo aus. {unlock} hebt das auf.',
  'deploy.locked': '🔒 {project} ist gesperrt, bis jemand {unlock} eingibt ({reason}).',
  'deploy.unlocked': '🔓 {project} ist entsperrt; gesperrt hatte es {name} ({reason}).',
  'deploy.unlockedElsewhere': '🔓 {project} ist entsperrt; gesperrt war es von anderswo aus.',
  'deploy.notLocked': '{project} war nicht gesperrt.',
  'deploy.none': '{project} wurde von hier aus noch nicht deployt.',
  'deploy.noStatus': 'Der Dokumentationsdienst ({service}) kennt diesen Status von {project} nicht.',
  'deploy.notACommand': 'Diesen Befehl kenne ich nicht, deshalb wird nichts deployt.',
  'deploy.lockNeedsReason': 'Bitte einen Grund angeben: {command}.',
  'button.deploy': 'Deployen',
  'button.cancel': 'Abbrechen',
  'button.onceMore': 'Danach erneut deployen',
  'deployHelp.deploy': '{command} deployt {project}',
  'deployHelp.status': '{command} sagt, wie weit das neueste Deployment ist; {withId} fragt den Dokumentationsdienst',
  'deployHelp.latest': '{command} zeigt das neueste Deployment, das zu Ende ist; {history} listet die neuesten auf',
  'deployHelp.lock': '{command} sperrt Deployments; {unlock} hebt das auf',
  'deployHelp.mention': 'in einem Thread geht statt des Schrägstrichs eine Erwähnung: {command}',
  'deployState.requested': '🚀 **{project} wird deployt**',
  'deployState.running': '🚀 **{project} wird deployt**',
  'deployState.succeeded': '✅ **{project} ist deployt**',
  'deployState.failed': '❌ **{project} konnte nicht deployt werden**',
  'deployState.lost': '❔ **Ausgang unbekannt: Deployment von {project}**',
  'deployReport.for': '{headline} für {name}',
  'deployReport.forIn': '{headline} für {name} in {time}',
  'deployReport.forAfter': '{headline} für {name}, nach {time}',
  'deployReport.statusId': 'Status-ID: {id}',
  'deployReport.commitOn': '{commit} auf {branch}',
  'deployReport.by': 'von {author}',
  'deployReport.onlyAuthor': 'Der Commit ist von {author}.',
  'deployReport.pages': 'Seiten: {changes}',
  'deployReport.added': '{number} neu',
  'deployReport.changed': '{number} geändert',
  'deployReport.removed': '{number} entfernt',
  'deployReport.line': '{when} UTC {state}, für {name}',
  'deployReport.endedLine': '{when} UTC {state} in {time}, für {name}',
  'deployWord.requested': 'angefordert',
  'deployWord.in_progress': 'in Arbeit',
  'deployWord.running': 'läuft',
  'deployWord.succeeded': 'erfolgreich',
  'deployWord.failed': 'fehlgeschlagen',
  'deployWord.lost': 'verloren',
  'deployEnd.succeeded': '{project} wurde in {time} deployt.',
  'deployEnd.failed': 'Das Deployment von {project} ist fehlgeschlagen, nach {time}.',
  'deployEnd.lost':
    'Dem Deployment von {project} folge ich nicht mehr, nach {time}; warum, steht in der Nachricht darüber.',
  'deployEnd.log': 'Die letzten Zeilen seines Logs:',
  'deployEnd.thread': 'Warum {project} nicht deployt werden konnte',
  'deployEnd.reasked':
    'Nach diesem Deployment habe ich noch einmal gefragt, worauf es keine gute Antwort gab. Jetzt beantwortet: {answered} von {asked}. {links}',
  'deployEnd.reaskedSome': 'Nicht alle diese Fragen wurden noch einmal gestellt.',
  'deploy.pressToGoOn':
    'Der Button führt {command} aus; drücken kann ihn und die Antwort sehen nur, wer den Befehl geschrieben hat.',
  'deploy.onlyAuthor': 'Das kann nur fortsetzen, wer diesen Befehl geschrieben hat; bitte selbst schreiben.',
  'deploy.commandChanged':
    'Nichts wurde ausgeführt: Die Nachricht mit diesem Befehl wurde bearbeitet oder gelöscht; bitte noch einmal schreiben.',
  'deploy.confirmLock': 'Deployments von **{project}** sperren ({reason})?',
  'deploy.confirmUnlock': 'Deployments von **{project}** entsperren?',
  'button.lock': 'Sperren',
  'button.unlock': 'Entsperren',
  'button.goOn': 'Weiter',
} as const satisfies Readonly<Record<keyof typeof en, string>>;
