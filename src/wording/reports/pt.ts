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
  'issue.opened': 'Abri uma issue: {link}',
  'issue.known': 'Já existe uma issue sobre isso: {link}',
  'issue.busy': 'Alguém está abrindo esta issue agora; pressione de novo em um minuto.',
  'issue.gone': 'Não tenho mais estas perguntas; peça um novo relatório.',
  'issue.notSetUp':
    'Nenhum repositório está configurado; um responsável pode definir GITHUB_REPOSITORY e GITHUB_TOKEN.',
  'issueRefused.unauthorized':
    'O GitHub recusa nosso token, por isso nenhuma issue foi aberta; um responsável precisa renovar GITHUB_TOKEN.',
  'issueRefused.forbidden': 'O GitHub não deixa nosso token escrever issues lá; um responsável pode permitir.',
  'issueRefused.not_found':
    'O GitHub não conhece este repositório ou o esconde do nosso token; um responsável deve conferir GITHUB_REPOSITORY.',
  'issueRefused.disabled':
    'As issues estão desativadas neste repositório, por isso nenhuma foi aberta; um responsável pode ativá-las.',
  'issueRefused.rejected': 'O GitHub não aceitou esta issue; um responsável encontra o motivo no meu log.',
  'issueRefused.rate_limited': 'O GitHub não aceita mais pedidos agora; pressione de novo mais tarde.',
  'issueRefused.unavailable':
    'O GitHub não responde agora; pressione de novo em alguns minutos, e primeiro verei se a issue já está lá.',
} as const satisfies Record<keyof typeof en, string>;
