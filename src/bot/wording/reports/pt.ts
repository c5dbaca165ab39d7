/** The sentences about reports, in Portuguese of Brazil. */
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
  'report.newestOnly': 'Só as {number} perguntas mais recentes são contadas; houve mais.',
  'report.topicsOfNewest': 'Os temas vêm das {number} perguntas mais recentes.',
  'report.questions': 'Perguntas: {total}',
  'report.answered': 'respondidas: {number}',
  'report.unanswered': 'sem resposta na documentação: {number}',
  'report.limited': 'recusadas por um limite: {number}',
  'report.failed': 'com falha: {number}',
  'report.stopped': 'interrompidas: {number}',
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

  'button.openIssue': 'Abrir issue: {number}',
  'issue.link': 'Uma nova issue, já preenchida',
  'issue.ready': '{link}: leia primeiro e envie no GitHub. Ninguém a vê antes disso.',
  'issue.gone': 'Não tenho mais estas perguntas; peça um novo relatório.',
  'issue.private': 'Nenhuma destas perguntas foi feita em um canal público, por isso não as coloco em uma issue.',
  'issue.notSetUp': 'Nenhum repositório está configurado; um responsável pode definir REPOSITORY_URL.',
} as const satisfies Record<keyof typeof en, string>;
