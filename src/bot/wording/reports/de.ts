/** The sentences about reports, in German. */
import type { reports as en } from './en.ts';

export const reports = {
  'reportRefused.nobody':
    'Noch darf niemand Berichte lesen; wer Docent betreibt, erlaubt es mit REPORT_ALLOW={identity}.',
  'reportRefused.not_listed':
    'Berichte sind hier nicht erlaubt: REPORT_ALLOW nennt weder diese Person noch eine ihrer Gruppen oder Rollen. Wer Docent betreibt, kann {identity} hinzufügen.',
  'reportRefused.guest': 'Gäste dürfen keine Berichte lesen, was auch immer in REPORT_ALLOW steht.',
  'reportRefused.stranger':
    'Personen anderer Workspaces dürfen keine Berichte lesen, was auch immer in REPORT_ALLOW steht.',
  'reportRefused.bot': 'Bots dürfen keine Berichte lesen, was auch immer in REPORT_ALLOW steht.',
  'reportRefused.deactivated': 'Deaktivierte Konten dürfen keine Berichte lesen.',
  'reportRefused.unchecked':
    'Ob Berichte hier erlaubt sind, lässt sich gerade nicht prüfen; bitte in einer Minute noch einmal versuchen.',
  'reportRefused.uncheckable':
    'Ob Berichte hier erlaubt sind, lässt sich nicht feststellen; den Grund findet, wer Docent betreibt, in meinem Protokoll.',

  'report.usage': 'Über wie viele Tage oder Stunden? Zum Beispiel {days} oder {hours}; höchstens ein Jahr.',
  'report.title': 'Was gefragt wurde, {since} bis {until}',
  'report.nothing': 'Vom {since} bis zum {until} hat niemand etwas gefragt.',
  'report.newestOnly': 'Gezählt sind nur die neuesten {number} Fragen; es gab mehr.',
  'report.topicsOfNewest': 'Die Themen sind aus den neuesten {number} Fragen gebildet.',
  'report.questions': 'Fragen: {total}',
  'report.answered': 'beantwortet: {number}',
  'report.unanswered': 'ohne Antwort in der Doku: {number}',
  'report.limited': 'wegen eines Limits abgelehnt: {number}',
  'report.failed': 'fehlgeschlagen: {number}',
  'report.stopped': 'gestoppt: {number}',
  'report.helpful': 'hilfreich: {number}',
  'report.notHelpful': 'nicht hilfreich: {number}',
  'report.firstText': 'Erste Wörter nach {median} s (Median), {p95} s (95 % der Antworten)',
  'report.surfaces': 'Wo gefragt wird',
  'report.topics': 'Themen, die sich wiederholen',
  'report.asked': 'gefragt: {number}',
  'report.pages': 'Am häufigsten genannte Seiten',
  'report.disappointing': 'Seiten, die enttäuschen',
  'report.cited': 'genannt: {number}',
  'reportPlace.mention': 'Erwähnung',
  'reportPlace.direct': 'Direktnachricht',
  'reportPlace.follow_up': 'Nachfrage',
  'reportPlace.command': 'Befehl',
  'reportPlace.auto': 'ohne Erwähnung',

  'button.openIssue': 'Issue öffnen: {number}',
  'issue.link': 'Ein neues Issue, ausgefüllt',
  'issue.ready': '{link}: bitte erst lesen und dann auf GitHub abschicken. Vorher sieht es niemand.',
  'issue.gone': 'Diese Fragen sind nicht mehr gespeichert; bitte einen neuen Bericht abrufen.',
  'issue.private':
    'Keine dieser Fragen wurde in einem öffentlichen Kanal gestellt, daher schreibe ich sie in kein Issue.',
  'issue.notSetUp': 'Es ist kein Repository eingestellt; wer Docent betreibt, kann REPOSITORY_URL setzen.',
} as const satisfies Record<keyof typeof en, string>;
