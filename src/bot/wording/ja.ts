/** Japanese, in です・ます. */
import type { Catalogue } from './catalogue.ts';
import { deployments } from './deployments/ja.ts';
import { reports } from './reports/ja.ts';

export const ja = {
  'noAnswer.rate_limited': 'ドキュメントアシスタントが混み合っています。1分ほどしてからもう一度質問してください。',
  'noAnswer.unavailable': 'ドキュメントアシスタントに接続できません。数分後にもう一度質問してください。',
  'noAnswer.unauthorized': 'ドキュメントアシスタントにキーを拒否されました。管理者がキーを更新するまで回答できません。',
  'noAnswer.out_of_credits':
    'ドキュメントアシスタントのクレジットを使い切りました。管理者が補充するまで回答できません。',
  'noAnswer.not_found':
    'ドキュメントアシスタントにこのサイトが登録されていません。管理者が設定を確認するまで回答できません。',
  'noAnswer.rejected': 'ドキュメントアシスタントがこの質問を受け付けませんでした。別の言い方で質問してください。',
  'noAnswer.too_long': '質問が長すぎます。10,000文字以内で質問してください。',
  'noAnswer.timed_out': 'ドキュメントアシスタントからの回答に時間がかかりすぎました。もう一度質問してください。',
  'noAnswer.cut_off': '回答が始まる前に途切れました。もう一度質問してください。',
  'noAnswer.malformed': 'ドキュメントアシスタントから読み取れない応答が届きました。管理者に知らせてください。',
  'noAnswer.empty':
    'ドキュメントアシスタントは回答を見つけられませんでした。言葉を変えて試すか、詳しい人に聞いてみてください。',

  'cutAnswer.rate_limited':
    'ドキュメントアシスタントが混み合っているため、回答がここで途切れました。続きはもう一度質問してください。',
  'cutAnswer.unavailable': '接続が切れたため、回答がここで途切れました。続きはもう一度質問してください。',
  'cutAnswer.unauthorized': 'キーを拒否されたため、回答がここで途切れました。管理者に知らせてください。',
  'cutAnswer.out_of_credits': 'クレジットを使い切ったため、回答がここで途切れました。管理者に知らせてください。',
  'cutAnswer.not_found': '回答がここで途切れました。続きはもう一度質問してください。',
  'cutAnswer.rejected': '回答がここで途切れました。続きはもう一度質問してください。',
  'cutAnswer.too_long': '回答が長すぎるため、ここまでになりました。必要な部分を質問してください。',
  'cutAnswer.timed_out':
    'ドキュメントアシスタントの応答が止まったため、回答がここで途切れました。続きはもう一度質問してください。',
  'cutAnswer.cut_off': '回答がここで途切れました。続きはもう一度質問してください。',
  'cutAnswer.malformed': '続きを読み取れないため、回答がここで途切れました。管理者に知らせてください。',
  'cutAnswer.empty': 'ドキュメントアシスタントはこれ以上見つけられませんでした。',

  'place.no_thread_right':
    'このチャンネルでスレッドを作成できないため、ここで回答します（「公開スレッドの作成」と「スレッドでメッセージを送信」の権限が必要です）。',
  'place.threads_limited': '今のところDiscordの制限でこのチャンネルにスレッドを追加できないため、ここで回答します。',
  'place.private_only':
    'このチャンネルに投稿できないため、あなただけに表示しています。回答を共有するには、チャンネルに招待してください。',
  restarted: 'このスレッドの質問が削除されたため、それを除いて新しく始めました。',

  'reply.over_limit': '未回答の質問がすでにたくさんあります。いくつか回答されてからもう一度質問してください。',
  'reply.others_joined': 'このスレッドは皆さんにお任せします。回答が必要なときはメンションしてください。',
  'reply.muted': 'これ以降、このスレッドでは発言しません。回答が必要なときはメンションしてください。',
  'reply.new': '新しい会話を始めます。このスレッドでのこれまでの質問は引き継ぎません。何をお知りになりたいですか？',
  'reply.help':
    'ドキュメントについて質問してください。例：どうやって始めますか？ 私が回答したスレッドでは、メンションなしで続けられます。「mute」で発言を止め、「stop」で回答を中断し、メンションと「new」で新しい会話を始めます。',
  'reply.slow_down': '1分間の投稿が多すぎます。まもなくこのスレッドを再開しますので、少し待ってから質問してください。',
  'reply.taken_back': 'この回答は誤りだったため、取り下げられました。',
  'reply.limit_minute': '質問の間隔が短すぎます。1分ほどしてからもう一度質問してください。',
  'reply.limit_channel': 'このチャンネルに質問が集中しています。1分ほどしてからもう一度質問してください。',
  'reply.limit_day': '1日に回答できる質問数に達しました。明日（00:00 UTC以降）もう一度質問してください。',
  'reply.limit_month': '今月の質問数の上限に達しました。翌月1日（00:00 UTC）からまた回答します。',
  'reply.limit_calls':
    '担当者の呼び出しは、チャンネルごとに1時間に1回までです。前回の呼び出しから1時間後にもう一度お試しください。',
  'reply.human': 'メンションされない限り、ここでは発言しません。',
  'reply.human_none': 'ここには呼び出せる担当者が登録されていません。担当者のいるチャンネルで質問してください。',
  'reply.human_direct': '担当者を呼び出せるのはチャンネルだけです。そちらで質問してください。',
  'reply.human_called': 'このスレッドには、1時間以内にすでに担当者を呼び出しました。',
  'reply.solved': 'このスレッドは解決済みになっています。',
  'reply.solved_already': 'このスレッドはすでに解決済みになっています。',
  'reply.solved_not_yours': 'スレッドを解決済みにできるのは、質問した人か、ここで対応している人だけです。',
  'reply.solved_none': 'このスレッドでは何も質問されていません。',
  'reply.nothing_to_stop': 'ここで止めるものはありません。質問されたことにだけ答えます。',

  noSources: 'この回答の根拠となるページは示されていません。内容を確認してから利用してください。',
  fallback: '1つ目のドキュメントアシスタントが現在回答できないため、2つ目のアシスタントによる回答です。',
  lengthLimit: 'アシスタントの長さの上限に達したため、ここまでになりました。必要なら続きを質問してください。',
  answerTooLong: '回答が長く、すべてを表示できません。必要な部分を質問してください。',
  fileAlone:
    'このファイルについて何を知りたいですか？ ファイルを添付したまま、質問を文章で書いてください。32 KBまでのテキストファイルを読めます。',
  filesUnread: {
    other: '添付ファイル{count}件を読まずに回答しました。読めるのは32 KBまでのテキストファイルだけです。',
  },
  threadUnread: 'このスレッドの以前のやり取りを読めなかったため、それを踏まえずに回答しました。',
  partlyUnread:
    '回答の一部を読み取れず、言葉が抜けている可能性があります。おかしな点があれば、もう一度質問してください。',
  stopped: 'ここで停止しました。続きが必要なら、もう一度質問してください。',
  stoppedBy: '{name}さんがここで停止しました。質問した人は「{again}」で続きを見られます。',
  stoppedByOther: '別の人がここで停止しました。質問した人は「{again}」で続きを見られます。',
  earlierAnswer: 'これは前の回答です。新しい回答を作成できませんでした。',
  askingAgain: 'もう一度調べています。',
  interrupted: '再起動しています。この回答はまもなく続きます。',
  abandoned: '回答が完了する前に再起動しました。もう一度質問してください。',
  defect: 'こちらで問題が発生しました。もう一度質問するか、管理者に知らせてください。',

  working: 'がドキュメントを読んでいます…',
  searching: 'ドキュメントを検索しています',
  searchingFor: 'ドキュメントで「{query}」を検索しています',
  searched: 'ドキュメントを検索しました',
  searchedFor: 'ドキュメントで「{query}」を検索しました',

  'sources.heading': '参照元',
  'sources.inline': '参照元：',
  'nearest.heading': '最も近いドキュメントのページ：',

  'button.stop': '停止',
  'button.helpful': '役に立った',
  'button.not_helpful': '役に立たなかった',
  'button.again': 'もう一度質問',
  'button.human': '担当者に相談する',
  'button.solved': '解決済み',
  'button.taken': '対応します',
  'button.share': 'チャンネルに共有',

  notTaken: '今は受け付けられません。1分ほどしてからもう一度お試しください。',
  forgotten:
    'あなたの質問とその回答、回答への評価をデータベースから削除し、ドキュメントサービスも保存していた分を削除しました。ここのメッセージは残り、他のサービスが受け取ったものは取り消せません。',
  forgottenHere:
    'あなたの質問とその回答、回答への評価をデータベースから削除しました。ドキュメントサービスに保存された分は削除されていません。削除に対応していないか、接続できませんでした。ここのメッセージは残ります。',
  mayNotWrite:
    '質問された場所に投稿できないため、そこでは回答できません。ここか別のチャンネルで質問するか、管理者に知らせてください。',
  notUnderstood: 'このコマンドやボタンはわからないか、ここでは使えません。代わりにメンションしてください。',
  commandLost: '先ほど使われたコマンドには、もう回答できませんでした。もう一度お使いください。',
  'refused.off': 'ここでは無効になっています。別のチャンネルで質問してください。',
  'refused.not_allowed': 'ここで質問できる人は限られています。詳しくは管理者にお尋ねください。',
  'refused.unchecked': 'ここで質問できる方かどうかを今は確認できません。1分後にもう一度お試しください。',
  askedAlready: 'この質問はすでにされています。このスレッドの最新のメッセージをご覧ください。',
  sharedAlready: 'この回答はすでに共有されています。',
  shareGone: 'この回答はもう残っていません。もう一度質問してください。',
  noText: 'このメッセージには、回答できるテキストがありません。',
  answeredThere: 'そのメッセージのスレッドで回答します。',
  'press.gone': 'この回答の質問はもう残っていません。もう一度質問してください。',
  'press.not_yours': 'この操作は、質問した人かモデレーターだけができます。',
  'press.not_running': 'この回答はすでに完了しています。',
  'press.running': 'この回答はすでに作成中です。',
  'press.too_often': 'この質問にはすでに何度か回答しました。別の言い方で質問してください。',

  'feedback.helpful': 'ありがとうございます。この回答が役に立ったことを記録しました。',
  'feedback.not_helpful': 'ありがとうございます。この回答が役に立たなかったことを記録しました。',
  'feedback.reason': 'ありがとうございます。理由を記録しました。',
  'feedback.not_staff': '回答を取り下げられるのは、ここで支援している人だけです。',
  'feedback.already': 'すでに記録されています。',

  'form.title': '何が問題でしたか？',
  'form.reason': '理由',
  'form.comment': 'どうすれば役に立ちましたか？（任意）',
  'form.send': '送信',
  'form.cancel': 'キャンセル',
  'reason.take_back': '間違っているので回答を取り下げる',
  'reason.wrong': '間違っている',
  'reason.outdated': '情報が古い',
  'reason.missing': '足りないものがある',
  'reason.unclear': 'わかりにくい',
  'reason.other': 'その他',

  'command.docs': 'ドキュメントについて質問する',
  'command.question': '知りたいこと',
  'command.public': '回答を全員に見せるかどうか',
  'command.ask': 'Docentに質問',
  'command.deploy': 'ドキュメントを公開する',
  'command.action': '操作。省略時はdeploy',
  'command.project': 'プロジェクト。省略時は最初のもの',
  'command.text': 'status：状態のID、history：件数、lock：理由',
  'command.report': '質問のまとめと、不十分だったページを読む',
  'command.since': 'さかのぼる期間：7d または 12h。省略すると 7 日',
  'prompt.start': 'どうやって始めますか？',
  'prompt.install': 'どうやってインストールしますか？',
  'prompt.problems': 'うまく動かないときはどうすればいいですか？',
  'prompt.page': '「{title}」について知っておくべきことは？',

  'home.title': 'ドキュメントについて質問する',
  'home.intro': '{docs}についての質問に、参照したページへのリンクを添えて回答します。',
  'home.docs': 'ドキュメント',
  'home.askTitle': '質問のしかた',
  'home.mention': '私がいるチャンネルでメンションしてください。スレッドで回答します。',
  'home.direct': 'ダイレクトメッセージを送ってください。',
  'home.command': '/docs に続けて質問を入力してください。共有するまで、回答はあなただけに表示されます。',
  'home.shortcut': 'メッセージのメニューから「Ask Docent about this」を選んでください。',
  'home.threads':
    '私が回答したスレッドでは、メンションなしで続けられます。「mute」で発言を止め、「stop」で回答を中断し、メンションと「new」で新しい会話を始めます。',
  'home.examplesTitle': '質問の例',
  'home.statusTitle': '状態',
  'home.assistantThere': 'ドキュメントアシスタントに接続できます。',
  'home.assistantAway': 'ドキュメントアシスタントに接続できないため、今は回答できません。',
  'home.mayDeploy': '/deploy で {projects} をデプロイできます。',

  takenBackBy: 'ここで支援している{name}によると、この回答は誤りでした。',
  'handover.card': '{name}が担当者との会話を希望しています。',
  'handover.link': 'これまでの回答：{link}',
  'handover.back': '再開：{time}。',
  'handover.taken': '{name}が対応しています。',
  somebody: 'だれか',
  'install.done': 'Docent を {workspace} にインストールしました。このページは閉じてかまいません。',
  'install.cancelled': '何もインストールしていません。',
  'install.expired': 'このインストールは期限切れか、すでに完了しています。最初からやり直してください。',
  'install.failed':
    'Slack でインストールが完了しませんでした。もう一度お試しいただくか、この Docent の管理者にお知らせください。',

  ...deployments,
  ...reports,

  lookingUp: 'ドキュメントで調べます：',
  askedBy: '{name}さんの質問：',
  sharedBy: '{name}さんが共有した回答：',
  askedAboutThis: '{name}さんがこれについて質問しました。',
} as const satisfies Catalogue;
