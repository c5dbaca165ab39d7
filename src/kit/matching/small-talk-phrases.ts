/**
 * How people greet a bot, thank it, ask about itself or for what is not in its docs, in the languages that Docent speaks.
 * Alternatives of regular expressions for whole words in lower case, without punctuation. Data only.
 */

export const talkKinds = ['offTopic', 'about', 'privacy', 'person', 'thanks', 'acknowledged', 'greeting'] as const;
export type TalkKind = (typeof talkKinds)[number];

export interface TalkPatterns {
  /** Words that may stand anywhere beside what is said; none of them asks something. */
  readonly small: string;
  /**
   * Each all of what must be said, and further words that may be said beside it: one more, and the message is none of this kind.
   */
  readonly closed: Readonly<Record<Exclude<TalkKind, 'offTopic'>, readonly Closed[]>>;
  /** How a request begins that no docs answer. What it names in brackets may be what the docs are about. */
  readonly offTopic: readonly string[];
  /** Words are not separated by spaces. */
  readonly isUnspaced?: boolean;
}

export interface Closed {
  readonly said: readonly string[];
  readonly beside?: string;
}

const en: TalkPatterns = {
  small:
    "hi+|hey+|hello+|hiya|yo|dear|good|morning|afternoon|evening|day|there|all|everyone|everybody|folks|guys|team|bot|docent|assistant|friends?|mate|buddy|man|dude|bro|thanks?|thank|thx|ty|cheers|ok|okay|well|so|and|oh|ah|hm+|um+|please|pls|plz|now|then|today|again|too|just|really|actually|exactly|honestly|seriously|btw|anyway|sorry|quick|lol|ha(?:ha)+|by the way|i wonder|just curious|excuse me|a|an|the|very|much|for me|i'm|i am|bye|(?:(?:can|could|would|will) you )?(?:tell me|let me know)|(?:i (?:want|need|would like)|i'd (?:like|love)|may i) to know|may i know|do you know|if",
  closed: {
    about: [
      {
        said: [
          "are (?:you|u)|r u|ru|you're|am i|is this|do (?:you|u) use",
          'human(?: being)?|person|people|someone|bot|chat ?bot|robot|machine|ai|computer|program|llm|language model|chat ?gpt|gpt ?\\d?\\w?|openai|claude|gemini|copilot|siri|alexa|alive|sentient|conscious',
        ],
        beside:
          "or|not|what|some|kind|of|real|fake|automated|artificial|actual|live|life|living|talking|speaking|chatting|writing|texting|to|with|here|right|powered|based|built|made|running|by|on|using|behind|under the hood|answering|replying|me|you|if|person|human|bot|robot|machine|ai|chatbot|chat|in|it's",
      },
      {
        said: [
          "(?:are|r) (?:you|u) real|(?:who|what) (?:(?:the hell|on earth|exactly) )?(?:are|r|am) (?:you|u|ya|i (?:talking|speaking|chatting|writing) (?:to|with))|who is (?:this|there|answering|behind this)|who's (?:this|there)|your (?:full )?name|(?:should|can|do) i call you|your (?:purpose|job|role|function|goal|task|age|birthday|creators?|makers?|developers?|owner|boss|sources?|limits|limitations|capabilities|abilities|skills|features|opinion|favou?rite \\w+)|(?:made|built|created|trained|developed|programmed|designed|invented|wrote|owns|runs|operates|maintains|hosts|powers) (?:you|u|this (?:bot|assistant|chatbot))|(?:were|was) (?:you|u) (?:made|built|created|trained|born)|do you work for",
        ],
        beside:
          "who|what|what's|whats|which|when|where|how|by|whom|is|are|did|do|you|have|company|called|named|for|here|of|tell|me|know|about|on|data|were|got",
      },
      {
        said: ['(?:language )?model|llm|ai|gpt|chat ?gpt', '(?:are|do|does|is) (?:you|u|this|behind)|powers|drives'],
        beside:
          'what|which|language|exactly|using|use|run|running|based|built|powered|on|by|with|it|you|this|bot|under the hood',
      },
      {
        said: [
          'what(?: all| else)? (?:can|could|do|would) (?:you|u) (?:do|know|offer|help(?: me| us)?(?: with)?|answer|tell me|assist(?: me)? with)|what(?: all| else)? (?:can|could|should|may) (?:i|we) (?:ask|use) ?you|what can i ask|(?:are|r) (?:you|u) (?:able|capable|good|here|made|meant|supposed|designed)|how (?:can|could|do|will|would) (?:you|u) (?:help|assist|work|function)|how (?:does|is) this (?:bot|chat|chatbot|assistant) work|(?:questions|things|stuff|topics|subjects) (?:can|may|do|should|could|are) (?:you|i|we)|what is this (?:bot|chat|chatbot|assistant)|how (?:do|can|should) i (?:use|talk to) you|(?:about|introduce|describe) yourself|are you (?:always )?(?:right|reliable|accurate|trustworthy|smart|open source|free)|(?:can|should) i trust (?:you|your answers)|do you (?:ever )?(?:make mistakes|lie|hallucinate|sleep|dream|learn|have (?:feelings|a name|emotions)|love me|like me)|how (?:old|smart|accurate|reliable) are you|where (?:are you|do you (?:live|come from))|do you get your (?:answers|information|data)|your answers come from',
        ],
        beside:
          'what|which|where|how|why|kinds?|sorts?|types?|of|help|me|us|with|to|do|doing|at|for|answer|answering|ask|know|about|you|your|from|here|tell|say|something|more|little|bit|can|work|questions|able|be|out|i|best',
      },
      {
        said: [
          '(?:can|do) you (?:also )?(?:speak|understand|answer in|reply in|write in)',
          'english|german|french|spanish|italian|portuguese|japanese|chinese|korean|russian|arabic|hindi|dutch|polish|turkish|other languages',
        ],
        beside: 'or|me|in|as well',
      },
    ],
    privacy: [
      {
        said: [
          '(?:do|will|are|can|did|does) (?:you|u|this bot|anyone|anybody|someone|people)|who(?: else)?(?: can| could| will| may)?|is|are|how long|where|what (?:happens|do you do)',
          'stor(?:es?|ed|ing)|sav(?:es?|ed|ing)|logs?|logged|logging|record(?:s|ed|ing)?|keep(?:s|ing)?|kept|track(?:s|ed|ing)?|remember|shar(?:es?|ed|ing)|sell|collect(?:ed|ing)?|reads?|reading|sees?|access|monitor(?:ed|ing)?|learn|train(?:ed)?|spy(?:ing)?|delet(?:e|ed)|private|confidential|anonymous|public|happens|do with|go',
          '(?:(?:my|our|these|this) )+(?:(?:chat|last|old|earlier|previous) )?(?:messages?|questions?|conversations?|chats?|history|thread|dms?)|what (?:i|we) (?:say|said|write|wrote|asked?|types?)|everything i (?:say|write|ask)|(?:is|being) (?:this|recorded|logged)|this (?:private|confidential|anonymous|recorded|logged)',
        ],
        beside:
          'all|any|of|to|with|you|on|from|long|being|be|is|are|do|does|have|has|completely|kept|somewhere|anywhere|here|in|yesterday|before|earlier|last|time|week|this|chat|me|about|by|anyone|someone|others|else|secure|safe|will|for|training',
      },
      {
        said: [
          'do you (?:store|save|keep|collect|share|sell) my (?:personal )?(?:data|information)|do you remember (?:me|us|our|what i|what we)|what do you know about me|do you have (?:a )?memory|forget me|(?:delete|forget|erase) (?:all )?(?:my (?:messages|data|questions|history|conversations?)|everything i said|what i (?:said|asked))',
        ],
        beside:
          'last|chat|conversation|talked|about|asked|said|told|wrote|yesterday|earlier|before|time|week|in|this|you|can|could',
      },
    ],
    person: [
      {
        said: [
          'talk|speak|chat|connect|contact|reach|transfer|hand|pass|escalate|get me|i need|i want|prefer|rather',
          '(?:(?:real|actual|live|living) )?(?:human(?: being)?|person|people|agent|operator|representative)|support (?:team|person|agent|staff)|customer (?:service|support)|someone (?:real|human|else)|somebody (?:real|human|else)|staff member',
        ],
        beside:
          "how|can|could|may|do|does|i|i'd|we|you|me|it|is|possible|way|to|with|of|in|touch|hold|through|over|directly|let|would|like|some|your|the|another|any|instead|here|talk|speak|want|need|put|be|from|support|about|this|give|who|where|help|not|wanna|get|ask",
      },
      {
        said: [
          '(?:(?:real|live|actual) )(?:human|person|agent)|human|is there (?:any)?(?:one|body) (?:else )?(?:i can|to) (?:talk to|ask|speak to|speak with)',
        ],
      },
    ],
    thanks: [
      {
        said: [
          "thanks?|thank (?:you|u|ya)|thx|thnx|tnx|ty|tysm|tks|cheers|kudos|(?:i'm|i am) (?:so |very )?(?:grateful|thankful)|appreciated?|obliged|well done|(?:good|nice|great|smart|clever) (?:bot|job|work|one|answer)|you rock|love (?:it|this|you)|(?:that|this|it)(?:'s| is| was| has)? (?:really |totally |finally |all |just )?(?:did (?:it|the trick)|worked|works|helped|helps|solved|fixed|answers|answered|helpful|great|perfect|awesome|useful|cool|brilliant|amazing|excellent|wonderful|exactly what i)|works (?:now|great|perfectly|fine|like a charm)|(?:problem|issue) (?:is )?solved|you(?:'re| are) (?:so |very |really |the |a )*(?:great|awesome|amazing|best|helpful|smart|star|genius|legend|lifesaver)|(?:perfect|awesome|great|cool|excellent|brilliant|amazing|wonderful|fantastic|neat|impressive)(?= $)",
        ],
        beside:
          "grateful|thankful|assistance|helping|answering|letting|been|many|big|lot|lots|ton|million|bunch|tons|you|your|that|this|it|it's|that's|for|help|answer|reply|time|support|explanation|i|me|my|did|do|the trick|was|is|works|worked|helped|needed|wanted|looking|anyways?|in advance|always|appreciate|great|awesome|perfect|nice|cool|amazing|helpful|super|like a charm|perfectly|fine|(?:my|the) (?:problem|issue|question)|the (?:link|info|information|pointer|tip)s?|what i (?:needed|wanted|was looking for)|wow|yay|indeed|quickly|fast|that did it",
      },
    ],
    acknowledged: [
      {
        said: [
          "got (?:it|you)|gotcha|understood|i (?:see|understand)|(?:makes|make) sense|sounds good|fair enough|no (?:problem|worries)|good to know|will do|noted|never ?mind|nvm|forget (?:it|about it|that)|my (?:bad|mistake)|apologies|oops|whoops|sorry|wrong (?:channel|chat|thread|window|person|room|bot|tab)|(?:ignore|disregard) (?:me|that|this|it|my (?:last )?(?:message|question))|(?:just|only) (?:kidding|testing|joking)|(?:good ?)?bye|good ?night|see (?:you|ya|u)|cya|later|ttyl|take care|have a (?:nice|good|great)|that's (?:all|it)|that is (?:all|it)|nothing else|(?:nice|good|great) (?:talking|chatting|speaking)|sayonara|adios|no(?: more| further)? questions|no thanks|(?:i'm|i am) (?:good|fine|done|all set)|al+right|ok(?:ay)?(?= $)",
        ],
        beside:
          'cool|nice|great|perfect|that|this|it|was|i|me|my|you|for|to|later|soon|tomorrow|around|one|weekend|night|needed|about|confusion|noise|everyone|message|test|got|no|never ?mind|figured out|found it|myself|until next time|care|take|makes sense|understood|channel|posted in',
      },
    ],
    greeting: [
      {
        said: [
          "hi+|hey+|hello+|hiya|heya|yo|howdy|greetings|aloha|good (?:morning|afternoon|evening|day)|(?:morning|evening)(?= $)|what's up|whats up|wassup|how (?:are|r) (?:you|u|things)|how's it going|how is it going|how do you do(?= $)|(?:nice|good|great|pleased) to (?:meet|see) you|how(?:'s| is| are) (?:everything|things|life)|how have you been|(?:any(?:one|body)|someone) (?:there|here|home)|are you there|(?:can|could|would) (?:you|someone|anyone|anybody) help|i need (?:some )?help|help me|i have (?:a|one|another|some|a few)(?: more)? questions?|(?:can|may|could) i ask(?: you)?(?: something| a question)?|happy (?:new year|birthday|holidays)|merry christmas",
        ],
        beside:
          'doing|going|me|out|with|something|this|is|are|you|i|u|it|question|have|how|your|was|weekend|home|up|to|meet|from|nice',
      },
    ],
  },
  offTopic: [
    "(?:(?:can|could|would|will) (?:you|u) |i (?:want|need)(?: you)?(?: to)? |tell me |give me |let us |let's |(?:i'd|i would) (?:like|love)(?: you)? to |do you (?:know|have) (?=any|a|some)|please )*(?:write|compose|make up|make|tell|give|sing|draft|recite|hear|know|have|do)? ?(?:me |us |my \\w+ |any )?(?:(?:a|an|any|another|some|one|the|your|good|best|funny|short|long|little|silly|nice|sad|scary|love|random|new|bedtime|dad|knock knock|cover|resignation|birthday|wedding|tongue) )+(poems?|haikus?|limericks?|songs?|jokes?|riddles?|stor(?:y|ies)|essays?|letter|resume|cv|speech|toast|twister|fun facts?|compliment|lyrics|rap)(?: (?:about|on|for|to|of|with|where|that) .*)?(?= $)|(?:write|tell|sing)(?: me| us)? (poems?|haikus?|jokes?|riddles?)|make me laugh|sing (?:me|for me)|(?:entertain|amuse) me|i(?:'m| am) (?:so )?bored",
    "(?:what's|whats|what is|how's|how is|what will|how will|what does|how does|how's|check|show me|give me)(?: be)?(?: the| today's| tomorrow's)? (weather|forecast)|(weather)(?: forecast)? (?:in|for|at|today|tomorrow|this|tonight)|(?:will|does|is) it (?:be |going to |gonna )?(?:rain|snow|raining|snowing|sunny|windy)|do i need an? (?:umbrella|jacket|raincoat)|(?:what's|what is) the temperature (?:outside|today|tomorrow)",
    '(?:(?:can|could|would) you )?(translat)e (?:the (?:word|sentence|phrase) )?(?!(?:my|our|the|a) )\\S.{0,80} (?:into|to) (?:english|german|french|spanish|italian|portuguese|japanese|chinese|korean|russian|arabic|hindi|dutch|polish|turkish|swedish|latin|greek|finnish|danish|norwegian)(?= $)|how (?:do|would|can) (?:you|i|we) say .{1,60} in (?:english|german|french|spanish|italian|portuguese|japanese|chinese|korean|russian|arabic|hindi|dutch|polish|turkish|swedish|latin|greek)(?= $)|what does (?:the )?(?:english|german|french|spanish|italian|portuguese|japanese|chinese|korean|russian|arabic|hindi|dutch|polish|turkish|swedish|latin|greek) (?:word|phrase)',
    "(?:(?:what|which)(?:'s| is| was| city is)? |tell me )?the (?:(?:capital|population|currency|flag) of (?!the (?:word|letter)|a )|(?:highest|longest|tallest|largest|smallest|biggest|deepest) (?:mountain|river|building|city|country|animal|ocean|planet))|who (?:won|will win|is going to win|wins) the|who (?:is|was) (?:the )?(?:current |first |last |next )?(?:president|prime minister|king|queen|pope|chancellor|richest|tallest|oldest|mayor)|(?:what's|what is) the (?:meaning|purpose) of (?:life|everything)|how (?:far|tall|old|big|hot|heavy|large|deep|high)(?: away)? is (?:the )?(?:moon|sun|earth|mars|mercury|venus|jupiter|saturn|universe|mount everest|eiffel tower)|why is the sky blue|how many (?:planets|continents|countries) ",
    "(?:(?:give|tell|show|find)(?: me| us)? )?(?:(?:a|an|the|some|any|good|best|easy|quick|simple|do you have) )*(recipes?) (?:for|with|to)|how (?:do|to|can|should|long do)(?: i| you| we)? (?:cook|bake|boil|fry|grill|roast)|what (?:should|can|could|shall) (?:i|we) (?:eat|cook|have|make|wear|watch) (?:for|tonight|today)|(?:what's |what is |where's |where is |any |find me |recommend |suggest )?(?:(?:a|an|the|some|any|good|best|nice|nearest|closest|cheap) )*(pizza|restaurants?|coffee|burger|sushi|pub|cafe|lunch|hotels?)(?: (?:places?|spots?|shops?))? (?:near|nearby|around|close to|for tonight)|where (?:can|should) (?:i|we) (?:eat|have|get)(?: some| a| good)* (?:food|lunch|dinner|coffee|drinks?|pizza|breakfast)",
    "(?:what|which) (?:time|day|date|year) is (?:it|today)|what's the (?:time|date)(?: (?:today|now|in .*))?(?= $)|what is the (?:time|date)(?: (?:today|now))?(?= $)|what is today's date|what (?:time|day) it is(?= $)|what(?:'s| is) the current (?:time|date) in (?!the )|should (?:i|we) (?:(?:buy|sell|invest in) .*(?:stocks?|bitcoin|crypto|shares|funds?|gold|house|etfs?)(?= )|marry|divorce|quit my job|get married)|(?:my |today's |the )*horoscope|(?:lottery|winning) numbers|(?:what's|what is)(?: in| on)? the (?:latest )?news|(?:today's|latest) news|who should i vote for|how (?:do|can|to)(?: i)? (?:lose weight|get rich|make friends|fall asleep|stop smoking)(?= $)|i (?:have a (?:headache|cold|fever)|feel (?:sad|sick|lonely|tired))",
    "(?:(?:what|which)(?:'s| is| are)? |recommend |suggest |give me |any |pick )(?:(?:me|a|an|some|any|good|nice|funny|cute|new|the|best) )*(movies?|films?|books?|novels?|songs?|anime|podcasts?|names?|gifts?|presents?) (?:should i (?:watch|read|see|buy|listen)|to (?:watch|read|listen)|(?:for|to give) (?:a|an|my) (?:\\w+ )?(?:cat|dog|baby|puppy|kitten|boy|girl|pet|friend|wife|husband|girlfriend|boyfriend|mother|mom|dad|father|son|daughter|birthday|wedding|hamster|boat))|flip a coin|roll (?:a|the|some) dice|(?:can we |let's |do you want to )?play (?:a game|chess|hangman|rock paper scissors|music|some music)|book (?:me )?a (?:flight|hotel|table|taxi|trip)|order (?:me )?(?:a|some) (?:pizza|food|taxi)|set an alarm|(?:will you )?marry me|be my (?:girlfriend|boyfriend|friend|valentine)",
    "(?:you (?:must|should|will|can) |from now on )?(?:ignore|disregard|forget|override|bypass)(?: (?:all|any|every|of|the))* (?:(?:your|previous|prior|preceding|earlier|above|system|initial) )+(?:instructions?|rules|prompts?|guidelines|training|programming|directions|restrictions|limits|filters|orders)|(?:(?:can you )?(?:show|tell|give|print|reveal|repeat|output|display)(?: me| us)?|what(?:'s| is| are| were)) your (?:(?:system|initial|hidden|original|secret|full|exact|own) )*(prompts?|instructions|rules|guidelines)|(?:repeat|print|output) (?:everything|all|the (?:words|text)) above|(?:pretend|act as if)(?: that)? (?:you|to be)|role ?play|from now on you|you are now (?:an?|my|free)|(?:talk|speak|answer|respond) (?:to me )?like an? |shut up|you(?:'re| are) (?:stupid|dumb|useless)",
  ],
};

const de: TalkPatterns = {
  small:
    'hallo+|hi+|hey+|moin|servus|na|guten|gute|morgen|tag|abend|zusammen|alle|allerseits|leute|ihr|bot|docent|danke|bitte|mal|kurz|ok|okay|also|so|und|oh|ah|hm+|ja|jetzt|heute|dann|denn|nochmals?|übrigens|eigentlich|genau|wirklich|echt|ehrlich|sorry|entschuldigung|super|prima|toll|du|hier|da|doch|auch|überhaupt|ein|eine|einen|einem|einer|der|die|das|den|noch|sehr|schon|sag',
  closed: {
    about: [
      {
        said: [
          'bist du|sind sie|bist|spreche ich|rede ich|schreibe ich|ist (?:das|hier|da)|nutzt du|verwendest du',
          'mensch(?:en)?|person|bot|chatbot|roboter|maschine|ki|ai|computer|programm|chat ?gpt|gpt ?\\d?|sprachmodell|llm|claude',
        ],
        beside: 'oder|mit|echter|echten|richtiger|richtigen|nur|etwa|von|am werk|mensch|maschine|bot|ki|roboter|person',
      },
      {
        said: [
          '(?:wer|was) (?:bist du|sind sie)|mit wem (?:spreche|rede|schreibe|chatte) ich|wie heißt du|wie heißen sie|dein name|ihr name|wie alt bist du|wie soll ich dich nennen|(?:wer hat|von wem (?:bist|wurdest)) (?:dich|du)|wer steckt hinter dir|wer betreibt dich|was (?:kannst|machst|weißt) du|was können sie|(?:was|welche fragen) kann ich (?:dich|sie|dir)|(?:wobei|womit|wie) (?:kannst|können) (?:du|sie) (?:mir|uns)|wofür bist du|wozu bist du|wie (?:funktionierst|arbeitest) du|wie funktioniert dieser (?:bot|chat|assistent)|stell dich|über dich|woher (?:weißt du|kommen deine antworten|hast du)|deine quellen|kann ich dir (?:ver)?trauen|bist du (?:zuverlässig|schlau)|sprichst du|(?:welches|auf welchem|welche) (?:sprach)?(?:modell|ki) (?:bist|nutzt|verwendest|läufst|steckt) (?:du|dahinter)',
        ],
        beside:
          'was|ist|wer|gemacht|gebaut|entwickelt|programmiert|erstellt|trainiert|alles|tun|für|mich|helfen|behilflich|sein|fragen|stellen|beantworten|vor|etwas|erzähl|erzähle|mir|gut|worden|deutsch|englisch|französisch|spanisch|italienisch',
      },
    ],
    privacy: [
      {
        said: [
          'speicherst du|speichert|protokollierst du|liest du|merkst du|behältst du|sammelst du|teilst du|werden|wird|wer (?:kann|sieht|liest)|liest jemand|kann jemand|ist (?:dieser|dieses|diese)|sind (?:meine|diese)|wie lange',
          'meine|unsere|diese|dieser|dieses|was ich (?:dir )?(?:schreibe|sage|frage)',
          '(?:nachrichten?|fragen?|daten|chats?|gespräche?|unterhaltung(?:en)?)|was ich (?:dir )?(?:schreibe|sage|frage)',
        ],
        beside:
          'gespeichert|aufgezeichnet|protokolliert|gelesen|mitgelesen|mit|lesen|mitlesen|sehen|privat|vertraulich|anonym|öffentlich|ihr|jemand|dir|sie|aufbewahrt|irgendwo|ab|wo',
      },
      {
        said: ['was weißt du über mich|erinnerst du dich|vergiss mich|lösch(?:e)? meine (?:nachrichten|daten|fragen)'],
        beside: 'an mich|was ich|gestern|gefragt|habe|mich',
      },
    ],
    person: [
      {
        said: [
          'sprechen|reden|schreiben|chatten|erreichen|erreiche|kontaktieren|verbinde|verbinden|brauche|möchte|will|geben|gib|gibt es|kontakt',
          'mensch(?:en)?|person|mitarbeiter(?:in)?|kundendienst|kundenservice|ansprechpartner',
        ],
        beside:
          'wie|wo|kann|könnte|darf|würde|ich|man|es|mir|mich|gern|gerne|lieber|direkt|mit|zu|an|echten|richtigen|menschlichen|wirklichen|sprechen|reden|komme|spreche|statt|jemand|anderem|von|support|vom',
      },
    ],
    thanks: [
      {
        said: [
          'danke+|dankeschön|dank|merci|thx|(?:das|es|hat|jetzt) (?:hat )?(?:geholfen|geklappt|funktioniert|hilft|reicht|klappt|läuft)|hilfreich|gut gemacht|(?:guter|braver|toller) bot|du bist (?:der |die |so |echt )*(?:toll|super|beste|klasse|hilfreich|großartig)|(?:perfekt|klasse|großartig|genial|wunderbar|spitze|cool)(?= $)',
        ],
        beside:
          'vielen|besten|herzlichen|tausend|schön|vielmals|für|deine|eure|hilfe|antwort|dir|euch|ihnen|im voraus|mir|es|hat|das|ist|war|perfekt|klasse|genial|geholfen|geklappt|funktioniert|weiter|sehr|was ich brauchte|wieder',
      },
    ],
    acknowledged: [
      {
        said: [
          "verstanden|verstehe|alles klar|in ordnung|passt schon|schon gut|hat sich erledigt|erledigt|vergiss es|egal|macht nichts|kein problem|tut mir leid|entschuldigung|sorry|falscher (?:kanal|chat|raum|thread)|nur ein (?:test|scherz)|ignorier(?:t|e|en)? (?:mich|das)|tschüss?|tschau|ciao|auf wiedersehen|bis (?:bald|dann|später|morgen)|gute nacht|schönen (?:tag|abend|feierabend)|schönes wochenende|mach's gut|das war's|das war alles|keine (?:weiteren )?fragen|nein danke|ok(?:ay)?(?= $)|klar(?= $)",
        ],
        beside: 'ich|es|das|klar|gut|wünsche|noch|dir|euch|bis|dann|für|alles|war|cool|störung',
      },
    ],
    greeting: [
      {
        said: [
          "hallo+|hi+|hey+|moin|servus|grüezi|grüß (?:gott|dich|euch)|guten (?:morgen|tag|abend)|wie geht(?:'s| es)|wie gehts|was geht|ist (?:da )?jemand|jemand (?:da|hier)|(?:kannst|könntest|können|kann) (?:du|sie|mir jemand|jemand)(?: mir)?(?: bitte| mal| kurz)* helfen|ich (?:brauche|bräuchte) hilfe|hilfe|ich (?:habe|hab|hätte)(?: da| mal| noch)* (?:eine|ein paar) fragen?|(?:darf|kann) ich (?:dich )?(?:etwas|was|mal was) fragen",
        ],
        beside: 'wie|geht|es|dir|euch|ihnen|alles|klar|gut|freut mich|schön dich kennenzulernen|bei|liebe|lieber|an',
      },
    ],
  },
  offTopic: [
    '(?:(?:kannst|könntest|würdest) du )?(?:mir )?(?:schreib(?:e|st)?|erzähl(?:e|st)?|sing(?:e)?|dichte|verfasse|erfinde|mach(?:e)?|gib|kennst|hast)?(?: (?:mir|uns|bitte|mal|du))* ?(?:(?:ein|eine|einen|noch|kurzes?|kurze|lustige[ns]?|schöne[ns]?|gute[ns]?) )+(gedichte?|haiku|lied|witze?|geschichte|märchen|aufsatz|bewerbung|anschreiben|lebenslauf|liebesbrief|brief|rätsel|rede)(?: (?:über|für|von|zu|an|mit|schreiben|erzählen)(?: .*)?)?(?= $)|(?:erzähl|kennst du)(?:e)?(?: mir| mal| gute| ein paar)* (witze?)|bring mich zum lachen|mir ist langweilig',
    '(?:wie|was) (?:ist|wird|macht|sagt) das (wetter)|(wetter(?:bericht|vorhersage)?) (?:in|für|heute|morgen|am)|(?:wird|regnet|schneit) es (?:heute |morgen |draußen |gerade |in )|brauche ich (?:heute |morgen )?(?:einen )?(?:regenschirm|schirm)',
    '(?:(?:kannst|könntest) du )?(?:bitte )?(übersetz)(?:e)? (?!(?:meine|unsere|die) )\\S.{0,80} (?:ins|auf|in) (?:englische|deutsche|französische|spanische|italienische|japanische|englisch|deutsch|französisch|spanisch|italienisch|japanisch|latein)(?= $)|(?:wie sagt man|was heißt) .{1,60} auf (?:englisch|deutsch|französisch|spanisch|italienisch|japanisch|russisch|türkisch)(?= $)',
    '(?:was|wie|welche stadt) (?:ist|heißt) die hauptstadt|wie viele einwohner hat|wer (?:hat (?:die|den|das)|gewinnt) .*(?:gewonnen|meisterschaft|weltmeister|wm|em|pokal)|wer ist (?:der |die )?(?:bundeskanzler|präsident|könig|papst|kanzler)(?:in)?|wie (?:weit|hoch|alt|groß|schwer) ist (?:der|die|das) (?:mond|sonne|erde|mars|eiffelturm|universum)|was ist der sinn des lebens|warum ist der himmel blau',
    '(?:(?:gib|sag|hast du|ich suche|ich brauche)(?: mir)? (?:ein|das|gutes|einfaches) )?(rezepte?) (?:für|mit)|wie (?:kocht|backt|brät|koche|backe|brate)(?: man| ich)|was soll ich (?:heute |morgen )?(?:zum abendessen |zum mittagessen )?(?:essen|kochen|anziehen|schenken)|wo (?:kann|gibt|bekomme) (?:man|ich|es) (?:hier |gut |gutes? |gute |die beste )*(essen|pizza|restaurant|kaffee|mittagessen)',
    'wie spät ist es|wie viel uhr ist es|welcher tag ist heute|welches datum|soll(?:te)? ich (?:.* )?(?:aktien|bitcoin|gold|krypto)|(?:lottozahlen|horoskop|mein horoskop)|(?:welchen|welches) (film|buch|lied) (?:soll|sollte|kann)|wie (?:nehme ich ab|werde ich reich)|ich bin (?:müde|traurig|krank|einsam)|heirate mich|liebst du mich|wirf eine münze',
    '(?:ab jetzt |nun )?(?:ignorier(?:e)?|vergiss|missachte|umgehe) (?:(?:alle|deine|die|vorherigen|bisherigen|obigen) )+(?:anweisungen|regeln|instruktionen|vorgaben|befehle|einschränkungen)|(?:zeig(?:e)?|sag|nenn(?:e)?|verrate|was ist|was sind)(?: mir)? deine? (?:system ?prompt|prompt|anweisungen|instruktionen|regeln|vorgaben)|(?:zeig|nenn)(?:e)? mir deinen (?:system ?)?prompt|tu so als|du bist (?:ab )?jetzt (?:ein|mein)|ab jetzt bist du|sprich wie ein|halt (?:die klappe|den mund)|du bist (?:dumm|doof|blöd|nutzlos)',
  ],
};

const es: TalkPatterns = {
  small:
    'hola+|hey|hi|buenas|buen(?:os|as)?|días|dia|día|tardes|noches|a todos|todos|amigos?|bot|docent|gracias|por favor|porfa|ok|okay|vale|pues|bueno|y|oh|ah|eh|ahora|hoy|entonces|oye|mira|también|perdón|disculpa|muy|de verdad|realmente|un|una|el|la|tú|aquí|otra vez|de nuevo|dime',
  closed: {
    about: [
      {
        said: [
          'eres|es usted|estoy hablando|hablo|es esto|usas|utilizas',
          'human[oa]|persona|bot|chatbot|robot|máquina|ia|inteligencia artificial|programa|chat ?gpt|gpt ?\\d?|claude|modelo de lenguaje',
        ],
        beside: 'o|con|real|solo|de verdad|alguien|persona|robot|bot|máquina|humano',
      },
      {
        said: [
          'qu(?:i[ée]n|[ée]) (?:eres|es usted)|con quién (?:hablo|estoy hablando)|cómo te llamas|(?:cuál es )?tu nombre|cuántos años tienes|cómo funcionas|(?:quién|qué empresa) te (?:creó|hizo|programó|desarrolló|entrenó)|quién está detrás|(?:qué|cuál) (?:modelo|ia)(?: de lenguaje)? (?:eres|usas|utilizas)|qué (?:puedes|sabes) (?:hacer|responder|contestar)|qué haces|qué puedo (?:preguntarte|pedirte)|qué te puedo preguntar|(?:en qué|cómo|con qué) (?:me )?puedes ayudar(?:me|nos)?|para qué sirves|háblame de ti|preséntate|de dónde sacas|cuáles son tus fuentes|puedo confiar en ti|cómo te uso|hablas (?:español|inglés|francés|alemán)',
        ],
        beside: 'cuál|es|tus|las|respuestas|información|de|ti|tú|por mí|me|exactamente',
      },
    ],
    privacy: [
      {
        said: [
          'guardas|guardan|almacenas|almacenan|registras|grabas|lees|compartes|se guardan?|se graban?|(?:quién|alguien) (?:puede )?(?:leer|lee|ver|ve)|es|son',
          'mis|esta|este|estos|estas|lo que',
          'mensajes?|preguntas?|conversaci(?:ón|ones)|datos|chats?|historial|escribo|digo|pregunto',
        ],
        beside: 'te|privad[oa]s?|confidencial(?:es)?|anónim[oa]s?|todos|todas|los|las|con|alguien|más',
      },
      {
        said: [
          'te acuerdas de mí|qué sabes (?:de|sobre) mí|recuerdas lo que|(?:borra|olvida) mis (?:mensajes|datos|preguntas)',
        ],
        beside: 'te|pregunté|dije|ayer|antes',
      },
    ],
    person: [
      {
        said: [
          'hablar|contactar|comunicarme|chatear|quiero|necesito|pásame|hay',
          'persona|human[oa]|agente|operador|representante|atención al cliente|soporte técnico',
        ],
        beside:
          'cómo|puedo|podría|quisiera|me gustaría|con|algún|alguna|alguien|real|de verdad|hablar|que|es posible|prefiero|quien|en contacto|ponerme',
      },
    ],
    thanks: [
      {
        said: [
          'gracias|agradecid[oa]|te lo agradezco|(?:eso |ya |me )*(?:funcionó|funciona|sirvió|ayudó|ha ayudado)|buen (?:bot|trabajo)|bien hecho|eres (?:muy |el |la |un |una )*(?:genial|mejor|crack|útil|increíble|genio)|(?:perfecto|genial|excelente|estupendo|fantástico|increíble)(?= $)',
        ],
        beside:
          'muchas|muchísimas|mil|por|la|tu|su|ayuda|respuesta|todo|perfecto|genial|mucho|eso|me|ya|ha|de antemano|excelente',
      },
    ],
    acknowledged: [
      {
        said: [
          'de acuerdo|entendido|entiendo|ya veo|está bien|no (?:importa|pasa nada|hay problema)|olvídalo|da igual|lo siento|perdón|disculpa|(?:canal|chat|hilo) equivocado|me equivoqué|ignórame|ignora (?:eso|esto)|solo (?:una prueba|una broma)|adiós|chao|hasta (?:luego|pronto|mañana)|nos vemos|buenas noches|eso es todo|nada más|no tengo más preguntas|no gracias|(?:vale|ok|okay|claro)(?= $)',
        ],
        beside: 'de canal|era|mi|mensaje|que|tengas|día|por|molestia|perfecto',
      },
    ],
    greeting: [
      {
        said: [
          'hola+|buenas|buenos días|buen día|saludos|qué tal|qué onda|cómo (?:estás|está|están|te va)|hay alguien(?: ahí)?|mucho gusto|(?:me )?(?:puedes|puede|podrías|podría)(?: alguien)? ayudar(?:me)?|necesito ayuda|ayuda|tengo una (?:pregunta|duda|consulta)|puedo (?:preguntarte|hacerte)',
        ],
        beside: 'algo|pregunta|todo|bien|ahí|estás|encantado|con|esto|feliz navidad',
      },
    ],
  },
  offTopic: [
    '(?:puedes |podrías |quiero que )*(?:escrib(?:e|eme|ir|irme)|escríbeme|cuénta(?:me|nos)?|contarme|dime|cánta(?:me)?|haz(?:me)?|inventa|compón|redacta|dame)(?: (?:un|una|otro|otra|buen|corto|corta|pequeño))+ (poema|haiku|canción|chistes?|cuento|historia|ensayo|carta|currículum|adivinanza|rima|discurso)(?: .*)?(?= $)|(?:sabes|conoces) (?:algún|un) (chiste)|hazme reír|estoy aburrid[oa]',
    '(?:qué|cómo) (?:tiempo|clima) (?:hace|hará|va a hacer)|(?:cómo|cuál|qué tal) (?:está|es|estará|será) el (clima|tiempo) (?:en|hoy|mañana)|(pronóstico|clima) (?:para|de|en|hoy|mañana)|va a (?:llover|nevar)|lloverá',
    '(?:puedes |podrías )?(traduc)(?:e|ir|ime) (?!(?:mi|mis|la|las|el|los) )\\S.{0,80} al (?:inglés|español|francés|alemán|italiano|portugués|japonés|latín|chino)(?= $)|cómo se dice .{1,60} en (?:inglés|español|francés|alemán|italiano|portugués|japonés|chino|ruso)(?= $)',
    'cuál es la (?:capital|población) de|quién (?:ganó|va a ganar) (?:el|la|los)|quién es el (?:presidente|rey|papa|primer ministro)|cuál es el sentido de la vida|a qué distancia está (?:la luna|el sol)|por qué el cielo es azul',
    '(?:(?:dame|busco|quiero|tienes) (?:una|la) )?(recetas?) (?:de|para)|cómo (?:se )?(?:cocina|cocino|hornea) |qué (?:puedo|debo|debería) (?:comer|cocinar|cenar|ponerme|regalar)|dónde puedo (?:comer|cenar|desayunar)',
    'qué (?:hora|día) es|cuál es la fecha de hoy|(?:debería|debo) (?:comprar|vender|invertir en) .*(?:acciones|bitcoin|oro|criptomonedas)|mi horóscopo|números de la lotería|recomiéndame (?:una|un) (película|libro|serie|restaurante|canción)|me amas|cásate conmigo|te amo|lanza una moneda',
    '(?:ignora|olvida|descarta)(?: (?:todas|todos|tus|las|los|anteriores))+ (?:instrucciones|reglas|normas|órdenes)|(?:muéstrame|dime|revela|cuáles son|cuál es) (?:tus?) (?:instrucciones|reglas|prompt)|finge que|actúa como si|ahora eres un|a partir de ahora eres|habla como un|cállate|eres (?:tonto|estúpido|inútil)',
  ],
};

const fr: TalkPatterns = {
  small:
    "bonjour|salut|coucou|bonsoir|hello|hey|hi|à tous|tout le monde|bot|docent|merci|s'il (?:te|vous) plaît|svp|stp|ok|okay|alors|donc|et|oh|ah|euh|bon|ben|maintenant|aujourd'hui|au fait|dis|très|vraiment|juste|un|une|le|la|toi|ici|encore|au juste|exactement|est-ce que|pardon",
  closed: {
    about: [
      {
        said: [
          "(?:es-tu|êtes-vous|tu es|vous êtes|t'es|je parle|parlé-je|est-ce|c'est|utilises-tu|tu utilises)",
          "humaine?|personne|bot|chatbot|robot|machine|ia|intelligence artificielle|programme|chat ?gpt|gpt ?\\d?|claude|modèle de langage|l'ia",
        ],
        beside: 'ou|à|avec|vraie?|réelle?|robot|humain|bot|machine|personne',
      },
      {
        said: [
          "qui (?:es[ -]tu|êtes[ -]vous|est-ce)|tu es qui|vous êtes qui|t'es qui|(?:à|avec) qui je parle|comment (?:tu t'appelles|t'appelles-tu|vous appelez-vous|fonctionnes-tu|tu fonctionnes)|(?:ton|votre) nom|quel âge as-tu|qui (?:t'a|vous a) (?:créée?|faite?|programmée?|développée?|conçue?)|qui est derrière (?:toi|ce bot)|(?:quel|quelle) (?:modèle|ia)(?: de langage)? (?:es-tu|utilises-tu|tu utilises)|(?:que|qu'est-ce que) (?:peux-tu|pouvez-vous|sais-tu|tu peux|tu sais|vous pouvez) faire|tu (?:peux|sais) faire quoi|à quoi (?:sers-tu|tu sers)|tu sers à quoi|(?:que|qu'est-ce que) (?:puis-je|je peux) te demander|(?:comment|en quoi) (?:peux-tu|pouvez-vous|tu peux) (?:m'aider|nous aider)|parle-moi de toi|présente-toi|d'où viennent tes réponses|quelles sont tes sources|puis-je te faire confiance|comment t'utiliser|parles-tu (?:français|anglais|espagnol|allemand)",
        ],
        beside: "quel|est|c'est|quoi|pour|moi|nous|comme|questions",
      },
    ],
    privacy: [
      {
        said: [
          'gardes-tu|stockes-tu|enregistres-tu|conserves-tu|lis-tu|tu (?:gardes|stockes|enregistres|conserves|lis)|vous (?:stockez|gardez|enregistrez|conservez|lisez)|sont|est|qui (?:peut )?(?:lire|lit|voir|voit)',
          'mes|nos|ces|cette|ce que',
          "messages?|questions?|conversations?|données|discussions?|historique|j'écris|je dis",
        ],
        beside:
          'tous|toutes|les|enregistrée?s?|stockée?s?|conservée?s?|privée?s?|confidentiel(?:le)?s?|lue?s?|anonymes?|te|sont-ils|sont-elles|est-elle',
      },
      {
        said: [
          '(?:te souviens-tu|tu te souviens) de|que sais-tu (?:de|sur) moi|(?:supprime|efface|oublie) mes (?:messages|données|questions)',
        ],
        beside: "moi|ce que|j'ai|demandé|dit|hier|avant",
      },
    ],
    person: [
      {
        said: [
          'parler|discuter|contacter|joindre|besoin|veux|voudrais|passe(?:z)?-moi|y a-t-il',
          "humaine?|personne|agent|opérateur|conseiller|service client|support technique|quelqu'un",
        ],
        beside:
          "comment|puis-je|je|peux|peut-on|est-il|possible|de|à|avec|j'aimerais|j'ai|vraie?|réelle?|parler|d'autre|l'équipe|du support|en contact|préfère",
      },
    ],
    thanks: [
      {
        said: [
          "merci+|je (?:te|vous) remercie|(?:ça|tout) (?:marche|fonctionne|a marché|a fonctionné|m'a aidé)|bon (?:bot|travail|boulot)|bien joué|(?:tu es|vous êtes) (?:le |la |très |un |une )*(?:génial|meilleur|super|top|génie|utile)|(?:c'est )?(?:parfait|génial|excellent|formidable|super|nickel|impeccable)(?= $)",
        ],
        beside:
          "beaucoup|bien|infiniment|d'avance|mille|pour|ta|votre|ton|l'aide|aide|réponse|tout|vous|te|parfait|super|génial|ça|marche|c'est|beau|quand même|grand",
      },
    ],
    acknowledged: [
      {
        said: [
          "d'accord|compris|j'ai compris|je (?:vois|comprends)|entendu|ça marche|pas de (?:problème|souci)|tant pis|laisse tomber|oublie(?:z)?|peu importe|désolée?|pardon|excuse(?:z)?-moi|mauvais (?:canal|chat|fil|salon)|ignore(?:z)?-moi|ignore(?:z)? ça|juste un test|au revoir|à (?:bientôt|plus|demain)|bonne (?:nuit|soirée|journée)|bon week-end|c'est tout|rien d'autre|pas d'autres? questions?|non merci|(?:ok|okay)(?= $)",
        ],
        beside: "c'est|le|ça|plus tard|pour|dérangement|je|me suis trompé|bien|c'était",
      },
    ],
    greeting: [
      {
        said: [
          "bonjour|salut|coucou|bonsoir|hello|ça va|comment (?:ça va|vas-tu|allez-vous|tu vas)|quoi de neuf|y a-t-il quelqu'un|il y a quelqu'un|enchantée?|(?:peux-tu|pouvez-vous|tu peux|pourriez-vous|quelqu'un peut) m'aider|j'ai besoin d'aide|aide(?:z)?-moi|j'ai une question|(?:puis-je|je peux) (?:te |vous )?poser une question",
        ],
        beside: "bien|comment|ça|va|à|poser|petite|question|j'ai|joyeux noël|bonne année",
      },
    ],
  },
  offTopic: [
    "(?:peux-tu |pouvez-vous |tu peux )?(?:m'|me )?(?:écri(?:s|re|ve)|raconte(?:r)?|chante(?:r)?|compose(?:r)?|invente(?:r)?|fai(?:s|re)|dis|donne|rédige(?:r)?)(?:-(?:moi|nous))?(?: (?:un|une|autre|petite?|courte?|bonne?|belle))+ (poème|haïku|chanson|blagues?|histoire|conte|dissertation|lettre|cv|devinette|discours)(?: .*)?(?= $)|(?:tu connais|connais-tu) une (blague)|fais-moi rire|je m'ennuie",
    'quel temps (?:fait-il|fera-t-il|il fait)|(?:quelle est )?la (météo)|(météo) (?:à|de|pour|demain)|(?:va-t-il|il va) (?:pleuvoir|neiger)|il fait quel temps',
    '(?:peux-tu |pouvez-vous )?(tradu)i(?:s|re|sez)(?:-moi)? (?!(?:ma|mon|mes|la|le|les) )\\S.{0,80} en (?:anglais|français|espagnol|allemand|italien|portugais|japonais|latin|chinois)(?= $)|comment (?:dit-on|on dit|dire) .{1,60} en (?:anglais|français|espagnol|allemand|italien|portugais|japonais|chinois|russe)(?= $)',
    'quelle est la (?:capitale|population) d|qui (?:a gagné|va gagner) (?:la|le|les)|qui est (?:le |la )(?:président|roi|reine|pape|premier ministre)|quel est le sens de la vie|pourquoi le ciel est-il bleu',
    '(?:(?:donne-moi|je cherche|je veux|as-tu) (?:une|la) )?(recettes?) (?:de|pour|du)|comment (?:cuire|cuisiner) |que (?:puis-je|dois-je) (?:manger|cuisiner|porter|offrir)|où (?:puis-je|peut-on) (?:manger|boire|dîner|déjeuner)',
    "quelle heure est-il|il est quelle heure|quel jour (?:est-on|sommes-nous)|quelle est la date|(?:dois-je|devrais-je) (?:acheter|vendre|investir dans) .*(?:actions|bitcoin|or|cryptos?)|mon horoscope|numéros du loto|recommande-moi une? (film|livre|série|chanson|restaurant)|(?:quel|quelle) (film|livre|série) (?:regarder|lire)|m'aimes-tu|tu m'aimes|je t'aime|épouse-moi|lance une pièce",
    '(?:ignore|oublie|contourne)(?:z)?(?: (?:toutes|tous|tes|vos|les))+ (?:instructions|règles|consignes|directives)|(?:montre-moi|dis-moi|révèle|affiche|répète|quelles sont|quel est) (?:tes|ton) (?:instructions|règles|consignes|prompt)|fais semblant|tu es (?:maintenant|désormais) une?|à partir de maintenant tu|parle comme un|tais-toi|tu es (?:bête|stupide|nul|inutile)',
  ],
};

const pt: TalkPatterns = {
  small:
    'ol[áa]+|oi+|opa|bom dia|boa tarde|boa noite|hey|hi|pessoal|gente|a todos|todos|amigos?|bot|docent|obrigad[oa]|por favor|ok|okay|então|bem|bom|e|oh|ah|agora|hoje|também|desculpa|muito|de verdade|realmente|mesmo|só|um|uma|o|a|você|vc|aí|aqui|de novo|afinal|me diga',
  closed: {
    about: [
      {
        said: [
          'você é|vc é|(?:tu )?és|estou falando|isso é|você usa',
          'human[oa]|pessoa|bot|chatbot|robô|máquina|ia|inteligência artificial|programa|chat ?gpt|gpt ?\\d?|claude|modelo de linguagem',
        ],
        beside: 'ou|com|real|robô|bot|máquina|humano|pessoa',
      },
      {
        said: [
          '(?:quem|o que) (?:é (?:você|vc)|és(?: tu)?)|com quem (?:eu )?(?:estou falando|falo)|como você se chama|(?:qual (?:é )?(?:o )?)?seu nome|quantos anos você tem|como você funciona|quem (?:te (?:criou|fez|programou|desenvolveu)|(?:criou|fez|programou|desenvolveu) você)|(?:qual|que) (?:modelo|ia)(?: de linguagem)? você (?:usa|é)|o que (?:você|vc) (?:pode|sabe|consegue|faz)|o que (?:eu )?posso (?:te )?perguntar|(?:como|em que) você pode (?:me |nos )?ajudar|para que (?:você )?serve|fale sobre você|apresente-se|se apresente|de onde (?:vêm|você tira) suas respostas|quais são suas fontes|posso confiar em você|você fala (?:português|inglês|espanhol|francês)',
        ],
        beside: 'fazer|responder|por mim|me|para|qual',
      },
    ],
    privacy: [
      {
        said: [
          'você|vocês|quem (?:pode )?(?:ler|lê|ver|vê)|são|é|ficam',
          'guarda|guardam|armazena|armazenam|salva|salvam|grava|gravam|registra|lê|ler|ver|vê|compartilha|guardad[oa]s|armazenad[oa]s|salv[oa]s|privad[oa]s?|confidencia(?:l|is)|anônim[oa]s?',
          '(?:minhas|meus|estas?|essas?|este) (?:mensagens|perguntas|conversas?|dados|chat)|o que eu (?:escrevo|digo|pergunto)',
        ],
        beside: 'as|os|todas|todos|são|alguém|mais',
      },
      {
        said: [
          'você (?:se )?lembra de mim|o que você sabe sobre mim|(?:apague|esqueça) (?:as )?minhas (?:mensagens|perguntas)|(?:apague|esqueça) (?:os )?meus dados',
        ],
      },
    ],
    person: [
      {
        said: [
          'falar|conversar|contatar|quero|preciso|passa|tem',
          'pessoa|human[oa]|atendente|operador|representante|suporte técnico|agente',
        ],
        beside:
          'como|eu|posso|poderia|queria|gostaria|de|com|algum|alguma|alguém|real|verdade|falar|é|possível|prefiro|em contato|para|me',
      },
    ],
    thanks: [
      {
        said: [
          'obrigad[oa]+|brigad[oa]|valeu|agradeço|agradecid[oa]|(?:isso |já |me )*(?:funcionou|ajudou|deu certo|resolveu)|bom (?:bot|trabalho)|você é (?:o |a |muito |um |uma )*(?:melhor|demais|incrível|ótimo|gênio)|(?:perfeito|ótimo|excelente|maravilha|fantástico|incrível|parabéns)(?= $)',
        ],
        beside: 'pela|pelo|por|tudo|ajuda|resposta|sua|isso|perfeito|ótimo|demais|desde já|já|me|funcionou|agora',
      },
    ],
    acknowledged: [
      {
        said: [
          'entendi|entendido|está bem|tá bom|certo|combinado|sem problemas?|não tem problema|deixa (?:pra|para) lá|esquece|tanto faz|desculpa|desculpe|foi mal|(?:canal|chat|tópico) errado|ignor[ae] (?:isso|isto)|só um teste|tchau|adeus|até (?:logo|mais|breve|amanhã)|bom fim de semana|é só isso|só isso|nada mais|sem mais perguntas|não obrigad[oa]|(?:ok|okay|beleza|claro)(?= $)',
        ],
        beside: 'era|isso|por|pelo|incômodo|ah|boa|noite',
      },
    ],
    greeting: [
      {
        said: [
          'ol[áa]+|oi+|opa|e aí|bom dia|boa (?:tarde|noite)|saudações|tudo (?:bem|bom|certo)|como (?:vai|está|você está)|tem alguém aí|prazer|(?:você )?(?:pode|poderia|alguém pode) me ajudar|preciso de ajuda|ajuda|tenho uma (?:pergunta|dúvida)|posso (?:te )?(?:perguntar|fazer)',
        ],
        beside: 'algo|uma|pergunta|com|isso|você|feliz natal|tudo|bem',
      },
    ],
  },
  offTopic: [
    '(?:você pode |pode |poderia )?(?:me )?(?:escrev[ae]|escrever|cont[ae]|contar|cant[ae]|cantar|faça|fazer|invent[ae]|compon?h?a|diga|dê)(?:-me)?(?: (?:um|uma|outro|outra|pequeno|curto|bom|boa))+ (poema|haicai|música|canção|piadas?|conto|história|redação|carta|currículo|charada|discurso)(?: .*)?(?= $)|(?:você )?(?:sabe|conhece) (?:alguma|uma) (piada)|me faça rir|(?:estou|tô) entediad[oa]',
    '(?:como|qual) (?:está|vai estar|é|será|estará) (?:o|a) (tempo|clima|previsão do tempo) (?:em|hoje|amanhã|para|no|na)|(previsão do tempo)|vai (?:chover|nevar)',
    '(?:você pode |pode )?(tradu)z(?:a|ir)? (?!(?:meu|minha|meus|minhas|o|a|os|as) )\\S.{0,80} para (?:o )?(?:inglês|português|espanhol|francês|alemão|italiano|japonês|latim|chinês)(?= $)|como se diz .{1,60} em (?:inglês|português|espanhol|francês|alemão|italiano|japonês|chinês|russo)(?= $)',
    'qual (?:é )?a (?:capital|população) d|quem (?:ganhou|vai ganhar) (?:o|a|os)|quem é o (?:presidente|rei|papa|primeiro-ministro)|qual (?:é )?o sentido da vida|por que o céu é azul',
    '(?:(?:me dê|quero|procuro|tem) (?:uma|a) )?(receitas?) (?:de|para)|como (?:cozinhar|assar|fritar) |o que (?:eu )?(?:posso|devo) (?:comer|cozinhar|jantar|vestir)|onde (?:eu )?posso (?:comer|jantar|almoçar)',
    'que (?:horas são|dia é hoje)|qual (?:é )?a data de hoje|(?:devo|deveria) (?:comprar|vender|investir em) .*(?:ações|bitcoin|ouro|cripto)|meu horóscopo|números da (?:loteria|mega-sena)|me (?:recomende|indique) (?:um|uma) (filme|livro|série|restaurante|música)|você me ama|casa comigo|te amo|jogue uma moeda',
    '(?:ignore|esqueça|desconsidere)(?: (?:todas|todos|suas|as|os|seus))+ (?:instruções|regras|normas|ordens)|(?:me mostre|mostre|diga|revele|quais são|qual é) (?:as |o )?(?:suas|seu) (?:instruções|regras|prompt)|finja que|aja como se|agora você é um|a partir de agora você|fale como um|cala a boca|você é (?:burro|idiota|inútil)',
  ],
};

const ja: TalkPatterns = {
  isUnspaced: true,
  small:
    'こんにち[はわ]|こんばん[はわ]|あの|えっと|すみません|では|じゃあ|ところで|どうも|ありがとう|ございます|ください|くれますか|もらえますか|いただけますか|でしょうか|ですか|ますか|です|ます|ね|よ|の|か|は|が|を|に|と|も|だ|bot|ボット|docent|あなた|君|本当',
  closed: {
    about: [
      {
        said: [
          '誰|だれ|どなた|何者|人間|ロボット|ボット|bot|機械|ai|人工知能|プログラム|chatgpt|gpt|言語モデル',
          'あなた|君|です(?:か)?(?=\\s*$)|なんですか|なのですか|それとも',
        ],
        beside: '本物|それとも|使って|い|動いて|作りました|作った|どの|何|なん|な|で|誰',
      },
      {
        said: [
          'お名前|名前は|何(?:が|を)?(?:でき|出来)|どんな(?:こと|質問)|何を(?:聞け|質問でき)|自己紹介|あなたについて|どうやって(?:動いて|答えて)',
        ],
        beside: '何|なん|教えて|して|ます|る|い|でき|られ|聞け|いい|質問',
      },
    ],
    privacy: [
      {
        said: [
          'メッセージ|質問|会話|チャット|データ|やり取り|個人情報|履歴',
          '保存|記録|保管|収集|共有|非公開|プライベート|匿名|誰が',
        ],
        beside: '私|この|ここ|され|して|い|て|る|し|見|読|られ|誰|どこ|いつまで',
      },
      { said: ['(?:私|わたし|僕)(?:のこと)?を?覚えて'], beside: 'い|る' },
    ],
    person: [
      {
        said: ['人間|担当者|スタッフ|オペレーター|サポート', '話|相談|連絡|つな|繋|代わって|呼んで|お願い'],
        beside: '本物|直接|方|し|せ|ぎ|い|たい|で|たら|どう|すれば|いい|るには|できます|お|人|して',
      },
    ],
    thanks: [
      {
        said: [
          'ありがとう|有難う|ありがと|感謝|サンキュー|助かりました|助かります|できました|動きました|解決しました|役に立ちました|参考になりました|すごい|素晴らしい|完璧|最高',
        ],
        beside: 'ございました|ました|します|うまく|とても|大変|無事|おかげで|これ|で|本当|しました',
      },
    ],
    acknowledged: [
      {
        said: [
          'なるほど|了解|承知|わかりました|分かりました|わかった|大丈夫|なんでもない|気にしないで|ごめん|失礼しました|申し訳|間違えました|テスト|以上|さようなら|バイバイ|またね|おやすみ|失礼します|お疲れ様でした',
        ],
        beside: 'しました|いたしました|なさい|ありません|ません|で|した|チャンネル|間違え|ました|ok',
      },
    ],
    greeting: [
      {
        said: [
          'こんにち[はわ]|こんばん[はわ]|おはよう|はじめまして|初めまして|やあ|もしもし|ハロー|お疲れ様|お世話になって|よろしく|元気|調子|誰かいます|助けて|手伝って|質問があ',
        ],
        beside: 'お|願いします|お願いします|い|おります|どう|り|質問|ちょっと|少し|いいです',
      },
    ],
  },
  offTopic: [
    '.{0,30}(詩|俳句|短歌|ジョーク|冗談|なぞなぞ|作文|歌|小説|物語|ラブレター|履歴書)を?(?:一つ|ひとつ|1つ)?(?:書いて|作って|教えて|言って|歌って|詠んで|話して|考えて)|面白い(?:こと|話)を|笑わせて|暇です|退屈',
    '.{0,20}(天気)(?:は|を|予報)|(?:今日|明日)?は?(?:雨|雪)が?(?:降り|ふり)ます|傘は(?:必要|いり)',
    '.{1,60}を(?:英語|日本語|中国語|フランス語|ドイツ語|韓国語|スペイン語)に(?:翻訳|訳)して|.{1,40}は(?:英語|中国語|フランス語|ドイツ語|韓国語|スペイン語)で(?:何|なん)と',
    '.{1,20}の(?:首都|人口)は|.{1,20}(?:大統領|総理大臣|首相)は誰|人生の(?:意味|目的)|空はなぜ青い',
    '.{1,20}の(レシピ|作り方)を教えて|(?:今日|今夜)は?何を(?:食べ|着れ|作れ)|(?:近くの|おすすめの)(レストラン|カフェ|ラーメン|映画|本)',
    '(?:今|いま)は?何時|今日は(?:何日|何曜日)|今日の(?:ニュース|運勢)|結婚して|愛して(?:い)?ますか|コインを投げて',
    '.{0,20}(?:指示|命令|ルール)を(?:すべて|全て|全部)?(?:無視|忘れ)|.{0,10}プロンプトを(?:見せて|教えて|表示)|.{0,20}(?:ふり|振り)をして|(?:海賊|猫)(?:のように|みたいに)|黙れ|うるさい',
  ],
};

/** By language, in the order in which they are tried. */
export const talkPatterns: Readonly<Record<string, TalkPatterns>> = { en, de, es, fr, ja, pt };
