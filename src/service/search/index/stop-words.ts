/** Stop words of questions. Data only. */
export const stopWords: ReadonlySet<string> = new Set(
  `a able about absolutely actually afterwards again ah all already alright also although always am an and another
  any anybody anymore anyone anything anyway anyways apparently are around as asap ask asked asking at aware
  basically be because been beginner being believe best better bit btw buddy bunch but by can can't cannot cant
  cause certain clue come comes coming confused cool correctly could couldn't couldnt couple curious cuz dear
  desired desperately did didn't didnt do docs documentation does doesn't doesnt doing don't dont dunno each
  easily easy either else enough even ever every everybody everyone everything exactly existing explained far
  fellow few fine folks for forum from gave get gets getting give given go goes going gonna good got great guess
  guys had haha happen happened happening happens has hasn't hasnt have haven't havent having hell hello help here
  hey hi hmm honestly hopefully how how's however i i'd i'll i'm i've idea idk if im imo in instead into is isn't
  isnt it it's its ive just kind know knows later latest least let like literally lol looking looks lot lots make
  makes many may maybe me mean might mind mine moment morning much must my myself need needed needs nice no noob
  nope nothing noticed now of off often oh ok okay on one ones only onto or other otherwise ought our ourselves
  out over pardon perhaps please pls plz possible pretty problem proper properly purpose put puts question quick
  quite rather real really recommend recommended right said same saw say saying says see seeing seem seems seen
  sense shall should shouldn't shouldnt show simple simply since so some somebody somehow someone something soon
  sorry sort specific still straightforward struggling stuff stupid such suddenly suggest super supposed sure take
  takes tell telling than thank thanks that that'd that's thats the their them then there there's these they
  they're thing things this those though thx to today together told too totally tried trouble try trying ty
  understand until up us use used uses using usually very wanna want wanted wanting wants was wasn't wasnt way
  ways we weird well went were what what's whatever whats when whenever where whether which while who whole whose
  why will willing wish with won't wondered wondering wont work worst worth would wrong yeah yep yes yesterday yet
  yo you your
  什么 怎么 怎样 如何 怎么样 为什么 哪里 哪个 哪些 谁 的 了 吗 呢 吧 是 在 有 和 与 我 我们 你 您 可以 能 能够 请 请问 请 问 一个 这个 那个 要 想 应该 把 被 对
  は が を に で と も の へ や か ね よ から まで です ます する した して し す れ ば いい くだ さい 教え よう どの ない たい いる ある こと もの この その どう どの なに 何 なぜ どこ いつ
  どうやって どう やっ て たら でき できる できます ください 方法 教え まし ませ ん い
  อะไร อย่างไร ยังไง ที่ไหน ทำไม เมื่อไร ของ ใน และ ที่ เป็น ได้ ไหม ครับ ค่ะ ฉัน ผม จะ`.split(/\s+/),
);

/** Words of follow-up questions, which alone do not say what the question is about. Data only. */
export const followUpWords: ReadonlySet<string> = new Set(
  `clarify code continue describe detail detailed details elaborate else example examples expand explain explained
  explanation further how longer more rephrase sample samples shorter show simpler simplify snippet snippets steps
  summarise summarize summary then what when where which why`.split(/\s+/),
);

/**
 * What questions in other languages are padded with: "kannst du mir bitte sagen". With the frequent words of a language
 * (content/language) these do not say what a question is about. Data only.
 */
export const fillerWords =
  `bitte kannst könnt könnte könntest könnten können konnte möchte möchten muss müssen musst soll sollte sollten sollen will
  wollen würde würden würdest darf dürfen gibt hallo danke sag sagen erkläre erklär erklären zeig zeige zeigen hilf helfen hilfe
  wissen weiß jemand mir mich dir dich uns euch ihr du er wieso weshalb woher wohin welcher welches einer eines eigentlich denn
  mal doch noch nur sehr hier dort wenn ob bei nach aus über mache machen geht
  s'il plaît svp stp peux pouvez puis-je peux-tu pouvez-vous est-ce qu'est-ce c'est j'ai veux voudrais aimerais dois doit faut
  faire fais bonjour salut merci aide aider dire dis dites explique expliquer expliquez montre montrer veuillez moi toi ils elle
  avec sans quelqu'un y a-t-il d'un d'une d j l m n qu s t il
  favor puedes puede pueden podrías podría podemos quiero quisiera quiere necesito debo debe tengo tiene hacer hago hace hola
  gracias ayuda ayudar ayúdame decir dime dígame explica explicar explícame muestra muéstrame saber sabes alguien sobre más
  también esto eso cuáles me te nos
  poderia pode podem você vocês quero queria gostaria preciso precisa devo deve tenho tem fazer faço faz olá oi obrigado obrigada
  ajudar dizer diga explique mostre mostrar alguém mais também isso isto onde
  favore puoi può potete potresti potrebbe vorrei voglio fare faccio ciao grazie aiuto aiutare aiutarmi dimmi spiega spiegare
  spiegami dirmi mi mostra mostrami sapere sai qualcuno anche più quali cosa
  alsjeblieft alstublieft kunt kunnen kun zou zouden wil willen moet moeten mag hoi dank bedankt helpen zeg zeggen leg uitleggen
  laat zien weten weet iemand je jij jullie mij doe doen maak ook nog
  proszę możesz możecie można chcę chce chciałbym chciałabym muszę musi trzeba powinien powinienem cześć dziękuję dzięki pomóc
  pomoc powiedz powiedzieć wyjaśnij wyjaśnić pokaż pokazać wiedzieć ktoś też jeszcze zrobić robić
  lütfen misin mısın misiniz mısınız musun müsün istiyorum isterim gerek gerekiyor lazım yapabilirim yapabilir miyim mıyım merhaba
  selam teşekkürler yardım söyle söyler açıkla göster kimse ben sen biz siz
  snälla tack kunde skulle måste ska hej hjälp hjälpa säg säga förklara visa veta vet någon du ni vi oss mig göra gör också mer`.split(
    /\s+/,
  );
