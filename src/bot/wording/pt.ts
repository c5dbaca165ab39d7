/** Portuguese of Brazil, with “você”. */
import type { Catalogue } from './catalogue.ts';
import { deployments } from './deployments/pt.ts';
import { reports } from './reports/pt.ts';

export const pt = {
  'noAnswer.rate_limited': 'O assistente de documentação está ocupado no momento; pergunte de novo em um minuto.',
  'noAnswer.unavailable':
    'Não é possível acessar o assistente de documentação no momento; pergunte de novo em alguns minutos.',
  'noAnswer.unauthorized':
    'O assistente de documentação recusou nossa chave; não posso responder até que um administrador a renove.',
  'noAnswer.out_of_credits':
    'Os créditos do assistente de documentação acabaram; não posso responder até que um administrador os recarregue.',
  'noAnswer.not_found':
    'O assistente de documentação não conhece este site; não posso responder até que um administrador verifique minhas configurações.',
  'noAnswer.rejected': 'O assistente de documentação não aceitou esta pergunta; pergunte com outras palavras.',
  'noAnswer.too_long': 'Esta pergunta é longa demais para mim; pergunte em até 10.000 caracteres.',
  'noAnswer.timed_out': 'O assistente de documentação demorou demais para responder; pergunte de novo.',
  'noAnswer.cut_off': 'A resposta foi interrompida antes da primeira palavra; pergunte de novo.',
  'noAnswer.malformed': 'O assistente de documentação enviou algo que não consigo ler; avise um administrador.',
  'noAnswer.empty':
    'O assistente de documentação não encontrou resposta para isso; tente outras palavras ou pergunte a uma pessoa.',

  'cutAnswer.rate_limited':
    'A resposta foi interrompida aqui porque o assistente de documentação está ocupado; pergunte de novo para ver o resto.',
  'cutAnswer.unavailable': 'A resposta foi interrompida aqui porque a conexão caiu; pergunte de novo para ver o resto.',
  'cutAnswer.unauthorized': 'A resposta foi interrompida aqui porque nossa chave foi recusada; avise um administrador.',
  'cutAnswer.out_of_credits': 'A resposta foi interrompida aqui porque os créditos acabaram; avise um administrador.',
  'cutAnswer.not_found': 'A resposta foi interrompida aqui; pergunte de novo para ver o resto.',
  'cutAnswer.rejected': 'A resposta foi interrompida aqui; pergunte de novo para ver o resto.',
  'cutAnswer.too_long': 'A resposta foi cortada aqui porque é longa demais; pergunte pela parte de que precisa.',
  'cutAnswer.timed_out':
    'A resposta foi interrompida aqui porque o assistente de documentação parou de responder; pergunte de novo para ver o resto.',
  'cutAnswer.cut_off': 'A resposta foi interrompida aqui; pergunte de novo para ver o resto.',
  'cutAnswer.malformed': 'A resposta foi interrompida aqui porque não consigo ler o resto; avise um administrador.',
  'cutAnswer.empty': 'O assistente de documentação não encontrou mais nada.',

  'place.no_thread_right':
    'Respondo aqui porque não tenho permissão para abrir um tópico neste canal (preciso de “Criar tópicos públicos” e “Enviar mensagens em tópicos”).',
  'place.threads_limited': 'Respondo aqui porque, por enquanto, o Discord não permite abrir mais tópicos neste canal.',
  'place.title_refused': 'A moderação do servidor recusou a pergunta como título de um tópico.',
  'place.private_only':
    'Só você vê esta mensagem, porque não posso escrever neste canal; convide-me para o canal para compartilhar respostas.',
  restarted: 'Uma pergunta desta conversa foi excluída; por isso recomecei sem ela.',

  'reply.over_limit':
    'Você já tem muitas perguntas em aberto; pergunte de novo quando algumas tiverem sido respondidas.',
  'reply.others_joined': 'Deixo esta conversa com vocês; mencionem-me quando quiserem uma resposta minha.',
  'reply.muted': 'A partir de agora fico em silêncio nesta conversa; mencionem-me quando quiserem uma resposta minha.',
  'reply.new':
    'Vamos começar de novo: o que me perguntaram antes nesta conversa não conta mais. O que você gostaria de saber?',
  'reply.help':
    'Respondo a perguntas sobre a documentação, por exemplo: como começo? Nas minhas conversas dá para continuar sem me mencionar; “mute” me silencia ali, “stop” interrompe uma resposta e “new” com uma menção começa de novo.',
  'reply.slow_down': 'Foram muitas mensagens em um minuto; já continuo nesta conversa, pergunte de novo daqui a pouco.',
  'reply.taken_back': 'Esta resposta estava errada e foi retirada.',
  'reply.limit_minute': 'Você pergunta mais rápido do que posso responder; pergunte de novo em um minuto.',
  'reply.limit_channel': 'Há muitas perguntas neste canal agora; pergunte de novo em um minuto.',
  'reply.limit_day':
    'Você já fez todas as perguntas que posso responder em um dia; pergunte de novo amanhã (depois das 00:00 UTC).',
  'reply.limit_month': 'As perguntas deste mês acabaram; volto a responder a partir do dia 1º (00:00 UTC).',
  'reply.limit_calls':
    'Em cada canal, você pode chamar alguém uma vez por hora; chame de novo uma hora depois da última chamada.',
  'reply.human': 'Não digo mais nada aqui, a menos que me mencionem.',
  'reply.human_none':
    'Não há ninguém indicado aqui que eu possa chamar; pergunte em um canal em que haja pessoas que ajudam.',
  'reply.human_direct': 'Só posso chamar pessoas em um canal; pergunte lá.',
  'reply.human_called': 'Alguém já foi chamado para esta conversa há menos de uma hora.',
  'reply.solved': 'Esta conversa está marcada como resolvida.',
  'reply.solved_already': 'Esta conversa já está marcada como resolvida.',
  'reply.solved_not_yours': 'Só quem perguntou, ou alguém que ajuda aqui, pode marcar uma conversa como resolvida.',
  'reply.solved_none': 'Não me perguntaram nada nesta conversa.',
  'reply.nothing_to_stop': 'Não há nada para parar aqui: só respondo ao que me perguntam.',

  noSources: 'O assistente não citou nenhuma página da documentação; confira a resposta antes de confiar nela.',
  fallback: 'Esta resposta é do segundo assistente de documentação, porque o primeiro não pode responder no momento.',
  lengthLimit: 'O assistente parou aqui por causa do seu limite de tamanho; peça o resto se precisar.',
  answerTooLong: 'A resposta é mais longa do que consigo mostrar aqui; pergunte pela parte de que precisa.',
  moderated: 'A moderação do servidor recusou uma parte desta resposta: eu a omiti ou continuei em uma nova mensagem.',
  fileAlone:
    'O que você quer saber sobre o arquivo? Escreva a pergunta e anexe-o de novo; leio arquivos de texto de até 32 KB.',
  filesUnread: {
    one: 'Respondi sem ler um arquivo anexado: só leio arquivos de texto de até 32 KB.',
    other: 'Respondi sem ler {count} arquivos anexados: só leio arquivos de texto de até 32 KB.',
  },
  partsUnread: 'Não consegui ler algumas partes: {kinds}.',
  restUnread: 'Li só o início, porque a mensagem é longa demais.',
  picturesUnread:
    'Não olhei todas as imagens anexadas: posso olhar até três imagens PNG, JPEG, GIF ou WebP, de 2 MB no total.',
  picturesUnseen: 'Aqui não olho imagens; descreva com palavras o que elas mostram.',
  answeringOf: 'Resposta à pergunta de {name} acima.',
  threadUnread: 'Não consegui ler o que foi dito antes nesta conversa, então respondi sem isso.',
  repliedToUnread: 'Não consegui ler a mensagem à qual você respondeu, então respondi sem ela.',
  repliedToAlone:
    'Não consigo ler a mensagem à qual você respondeu: ela foi apagada ou não posso vê-la. O que você quer saber?',
  partlyUnread:
    'Não consegui ler parte desta resposta e podem faltar palavras; pergunte de novo se algo parecer errado.',
  stopped: 'Interrompida aqui; pergunte de novo se quiser o resto.',
  stoppedBy: 'Interrompida aqui por {name}; quem perguntou pode ver o resto com “{again}”.',
  stoppedByOther: 'Interrompida aqui por outra pessoa; quem perguntou pode ver o resto com “{again}”.',
  earlierAnswer: 'Esta é a resposta anterior; não consegui escrever uma nova.',
  askingAgain: 'Estou consultando de novo.',
  interrupted: 'Estou sendo reiniciado; esta resposta continua em instantes.',
  abandoned: 'Fui reiniciado antes de completar esta resposta; pergunte de novo.',
  defect: 'Algo deu errado do meu lado; pergunte de novo ou avise um administrador.',

  working: 'está lendo a documentação…',
  searching: 'Pesquisando na documentação',
  searchingFor: 'Pesquisando “{query}” na documentação',
  searched: 'Pesquisa na documentação concluída',
  searchedFor: 'Pesquisa por “{query}” na documentação concluída',

  'sources.heading': 'Fontes',
  'sources.inline': { one: 'Fonte:', other: 'Fontes:' },
  'nearest.heading': 'As páginas mais próximas da documentação:',

  'button.stop': 'Parar',
  'button.helpful': 'Útil',
  'button.not_helpful': 'Não foi útil',
  'button.again': 'Perguntar de novo',
  'button.human': 'Falar com uma pessoa',
  'button.solved': 'Resolvido',
  'button.taken': 'Eu assumo',
  'button.share': 'Compartilhar no canal',

  notTaken: 'Não posso aceitar isso agora; tente de novo em um minuto.',
  forgotten:
    'Removi do meu banco de dados suas perguntas, minhas respostas e suas avaliações, e o serviço de documentação apagou o que guardava delas; as mensagens aqui permanecem, e o que outros receberam não posso recuperar.',
  forgottenHere:
    'Removi do meu banco de dados suas perguntas, minhas respostas e suas avaliações. O serviço de documentação não apagou o que tem delas: ele não consegue, ou não consegui contatá-lo. As mensagens aqui permanecem.',
  mayNotWrite:
    'Não posso escrever onde você perguntou, então não consigo responder lá; pergunte aqui ou em outro canal, ou avise um administrador.',
  moderatedThere:
    'A moderação do servidor recusou minha resposta onde você perguntou; pergunte com outras palavras ou avise um administrador.',
  notUnderstood: 'Não conheço este comando ou botão, ou ele não funciona aqui; mencione-me em vez disso.',
  commandLost: 'Não consegui mais responder a um comando que você usou há pouco; use-o de novo, por favor.',
  'refused.off': 'Estou desativado aqui; pergunte em outro canal.',
  'refused.not_allowed': 'Nem todos podem perguntar aqui; quem me administra pode dizer quem pode.',
  'refused.unchecked': 'Não consigo verificar agora se você pode perguntar aqui; tente de novo em um minuto.',
  askedAlready: 'Isso já foi perguntado; veja as mensagens mais recentes desta conversa.',
  sharedAlready: 'Esta resposta já foi compartilhada.',
  shareGone: 'Não tenho mais esta resposta; pergunte de novo.',
  noText: 'Não há texto nesta mensagem a que eu possa responder.',
  answeredThere: 'Respondo na conversa dessa mensagem.',
  'press.gone': 'Não conheço mais a pergunta desta resposta; pergunte de novo.',
  'press.not_yours': 'Só quem perguntou, ou um moderador, pode fazer isso.',
  'press.not_running': 'Esta resposta já está completa.',
  'press.running': 'Esta resposta já está sendo escrita.',
  'press.too_often': 'Já respondi a esta pergunta várias vezes; pergunte com outras palavras.',

  'feedback.helpful': 'Obrigado; anotei que esta resposta ajudou.',
  'feedback.not_helpful': 'Obrigado; anotei que esta resposta não ajudou.',
  'feedback.reason': 'Obrigado; anotei o motivo.',
  'feedback.not_staff': 'Só quem ajuda aqui pode retirar uma resposta.',
  'feedback.already': 'Você já disse isso.',

  'form.title': 'O que não ajudou?',
  'form.reason': 'Motivo',
  'form.comment': 'O que teria ajudado? (opcional)',
  'form.send': 'Enviar',
  'form.cancel': 'Cancelar',
  'reason.take_back': 'Está errada: retirar a resposta',
  'reason.wrong': 'Está errada',
  'reason.outdated': 'Está desatualizada',
  'reason.missing': 'Falta algo',
  'reason.unclear': 'Não está clara',
  'reason.other': 'Outro motivo',

  'command.docs': 'Fazer uma pergunta à documentação',
  'command.question': 'O que você quer saber',
  'command.public': 'Se todos podem ver a resposta',
  'command.ask': 'Perguntar ao Docent',
  'command.deploy': 'Publicar a documentação',
  'command.action': 'O que fazer; sem nada: deploy',
  'command.project': 'Qual projeto; sem nada: o primeiro',
  'command.text': 'status: um id de estado; history: quantos; lock: o motivo',
  'command.report': 'Ler o que foi perguntado e quais páginas não bastaram',
  'command.since': 'Até onde voltar: 7d ou 12h; sem indicar: 7 dias',
  'prompt.start': 'Como começo?',
  'prompt.install': 'Como instalo?',
  'prompt.problems': 'O que posso fazer quando algo não funciona?',
  'prompt.page': 'O que devo saber sobre “{title}”?',

  'home.title': 'Perguntas sobre a documentação',
  'home.intro': 'Respondo a perguntas sobre {docs}, com links para as páginas que usei.',
  'home.docs': 'a documentação',
  'home.askTitle': 'Como perguntar',
  'home.mention': 'Mencione-me em um canal em que eu esteja; respondo na conversa da mensagem.',
  'home.direct': 'Escreva uma mensagem direta para mim.',
  'home.command': 'Digite /docs e a pergunta; só você vê a resposta até compartilhá-la.',
  'home.shortcut': 'Escolha “Ask Docent about this” no menu de uma mensagem.',
  'home.threads':
    'Nas minhas conversas dá para continuar sem me mencionar; “mute” me silencia ali, “stop” interrompe uma resposta e “new” com uma menção começa de novo.',
  'home.examplesTitle': 'Por exemplo',
  'home.statusTitle': 'Status',
  'home.assistantThere': 'O assistente de documentação está disponível.',
  'home.assistantAway': 'Não é possível acessar o assistente de documentação no momento, então não posso responder.',
  'home.mayDeploy': 'Você pode fazer deploy de {projects} com /deploy.',

  takenBackBy: 'Esta resposta estava errada, segundo {name}, que ajuda aqui.',
  'handover.card': '{name} gostaria de falar com uma pessoa.',
  'handover.link': 'A resposta até agora: {link}',
  'handover.back': 'De volta: {time}.',
  'handover.taken': '{name} está cuidando disso.',
  somebody: 'Alguém',
  'install.done': 'O Docent está instalado em {workspace}; pode fechar esta página.',
  'install.cancelled': 'Nada foi instalado.',
  'install.expired': 'Esta instalação expirou ou já tinha sido concluída; comece de novo.',
  'install.failed': 'O Slack não concluiu a instalação; tente outra vez ou avise quem mantém este Docent.',

  ...deployments,
  ...reports,

  lookingUp: 'Vou procurar isto na documentação:',
  askedBy: '{name} perguntou:',
  sharedBy: '{name} compartilhou esta resposta:',
  askedAboutThis: '{name} me perguntou sobre isto.',
} as const satisfies Catalogue;
