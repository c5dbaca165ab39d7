/** The sentences about reports, in French. */
import type { reports as en } from './en.ts';

export const reports = {
  'reportRefused.nobody':
    'Personne ne peut encore lire les rapports ; un responsable peut vous y autoriser avec REPORT_ALLOW={identity}.',
  'reportRefused.not_listed':
    'Vous ne pouvez pas lire les rapports : REPORT_ALLOW ne nomme ni vous ni un de vos groupes ou rôles. Un responsable peut ajouter {identity}.',
  'reportRefused.guest': 'Les invités ne peuvent pas lire les rapports, quoi que dise REPORT_ALLOW.',
  'reportRefused.stranger':
    'Les personnes d’autres espaces de travail ne peuvent pas lire les rapports, quoi que dise REPORT_ALLOW.',
  'reportRefused.bot': 'Les bots ne peuvent pas lire les rapports, quoi que dise REPORT_ALLOW.',
  'reportRefused.deactivated': 'Les comptes désactivés ne peuvent pas lire les rapports.',
  'reportRefused.unchecked':
    'Je ne peux pas vérifier pour le moment si vous pouvez lire les rapports ; réessayez dans une minute.',
  'reportRefused.uncheckable':
    'Je ne peux pas savoir si vous pouvez lire les rapports ; un responsable en trouve la raison dans mon journal.',

  'report.usage': 'Combien de jours ou d’heures en arrière ? Par exemple {days} ou {hours} ; un an au plus.',
  'report.title': 'Ce qui a été demandé, du {since} au {until}',
  'report.nothing': 'Personne n’a rien demandé du {since} au {until}.',
  'report.newestOnly': 'Seules les {number} questions les plus récentes sont comptées ; il y en a eu davantage.',
  'report.topicsOfNewest': 'Les sujets proviennent des {number} questions les plus récentes.',
  'report.questions': 'Questions : {total}',
  'report.answered': 'avec réponse : {number}',
  'report.unanswered': 'sans réponse dans la documentation : {number}',
  'report.limited': 'refusées par une limite : {number}',
  'report.failed': 'échouées : {number}',
  'report.stopped': 'arrêtées : {number}',
  'report.helpful': 'utiles : {number}',
  'report.notHelpful': 'pas utiles : {number}',
  'report.firstText': 'Premiers mots après {median} s (médiane), {p95} s (95 % des réponses)',
  'report.surfaces': 'Où l’on demande',
  'report.topics': 'Sujets qui reviennent',
  'report.asked': 'demandé : {number}',
  'report.pages': 'Pages les plus citées',
  'report.disappointing': 'Pages qui déçoivent',
  'report.cited': 'citée : {number}',
  'reportPlace.mention': 'mention',
  'reportPlace.direct': 'message privé',
  'reportPlace.follow_up': 'question de suivi',
  'reportPlace.command': 'commande',
  'reportPlace.auto': 'sans mention',

  'button.openIssue': 'Ouvrir une issue : {number}',
  'issue.link': 'Une nouvelle issue, déjà remplie',
  'issue.ready': '{link} : lisez-la d’abord, puis envoyez-la sur GitHub. Personne ne la voit avant.',
  'issue.gone': 'Je n’ai plus ces questions ; demandez un nouveau rapport.',
  'issue.private':
    'Aucune de ces questions n’a été posée dans un canal public, je ne les mets donc pas dans une issue.',
  'issue.notSetUp': 'Aucun dépôt n’est configuré ; un responsable peut définir REPOSITORY_URL.',
} as const satisfies Record<keyof typeof en, string>;
