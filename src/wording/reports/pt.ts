/** What people read about reports, in Portuguese. */
import type { reports as en } from './en.ts';

export const reports = {
  'reportRefused.nobody':
    'Ninguém pode ler relatórios ainda; um responsável pode permitir com REPORT_ALLOW={identity}.',
  'reportRefused.not_listed':
    'Você não pode ler relatórios: REPORT_ALLOW não nomeia você nem um grupo ou cargo seu. Um responsável pode acrescentar {identity}.',
  'reportRefused.guest': 'Convidados não podem ler relatórios, diga o que disser REPORT_ALLOW.',
  'reportRefused.stranger':
    'Pessoas de outros espaços de trabalho não podem ler relatórios, diga o que disser REPORT_ALLOW.',
  'reportRefused.bot': 'Bots não podem ler relatórios, diga o que disser REPORT_ALLOW.',
  'reportRefused.deactivated': 'Contas desativadas não podem ler relatórios.',
  'reportRefused.unchecked': 'Não consigo verificar agora se você pode ler relatórios; tente de novo em um minuto.',
  'reportRefused.uncheckable':
    'Não consigo saber se você pode ler relatórios; um responsável encontra o motivo no meu log.',

  'report.usage': 'Quantos dias ou horas para trás? Por exemplo {days} ou {hours}; no máximo um ano.',
  'report.title': 'O que foi perguntado, de {since} a {until}',
  'report.nothing': 'Ninguém perguntou nada de {since} a {until}.',
  'report.questions': 'Perguntas: {total}',
  'report.answered': 'respondidas: {number}',
  'report.unanswered': 'sem resposta na documentação: {number}',
  'report.limited': 'recusadas por um limite: {number}',
  'report.failed': 'com falha: {number}',
  'report.helpful': 'úteis: {number}',
  'report.notHelpful': 'não úteis: {number}',
  'report.firstText': 'Primeiras palavras após {median} s (mediana), {p95} s (95 % das respostas)',
  'report.surfaces': 'Onde se pergunta',
  'report.topics': 'Assuntos que se repetem',
  'report.asked': 'perguntado: {number}',
  'report.pages': 'Páginas mais citadas',
  'report.disappointing': 'Páginas que decepcionam',
  'report.cited': 'citada: {number}',
  'reportPlace.mention': 'menção',
  'reportPlace.direct': 'mensagem direta',
  'reportPlace.follow_up': 'continuação',
  'reportPlace.command': 'comando',
  'reportPlace.auto': 'sem menção',
} as const satisfies Record<keyof typeof en, string>;
