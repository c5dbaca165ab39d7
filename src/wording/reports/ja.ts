/** The sentences about reports, in Japanese. */
import type { reports as en } from './en.ts';

export const reports = {
  'reportRefused.nobody':
    'レポートを読める人はまだいません。管理者が REPORT_ALLOW={identity} と設定すると読めるようになります。',
  'reportRefused.not_listed':
    'レポートを読むことはできません。REPORT_ALLOW にあなたも、あなたのグループやロールもありません。管理者は {identity} を追加できます。',
  'reportRefused.guest': 'REPORT_ALLOW の内容にかかわらず、ゲストはレポートを読めません。',
  'reportRefused.stranger': 'REPORT_ALLOW の内容にかかわらず、ほかのワークスペースの人はレポートを読めません。',
  'reportRefused.bot': 'REPORT_ALLOW の内容にかかわらず、ボットはレポートを読めません。',
  'reportRefused.deactivated': '無効化されたアカウントはレポートを読めません。',
  'reportRefused.unchecked': 'レポートを読めるかどうかを今は確認できません。1 分後にもう一度お試しください。',
  'reportRefused.uncheckable': 'レポートを読めるかどうかを確認できません。理由は管理者がログで確認できます。',

  'report.usage': '何日または何時間さかのぼりますか。例：{days} または {hours}。最長は 1 年です。',
  'report.title': '質問のまとめ（{since}～{until}）',
  'report.nothing': '{since}～{until}に質問はありませんでした。',
  'report.newestOnly': '最新の{number}件の質問だけを数えています。実際にはさらに質問がありました。',
  'report.topicsOfNewest': 'トピックは最新の{number}件の質問から作られています。',
  'report.questions': '質問：{total}',
  'report.answered': '回答済み：{number}',
  'report.unanswered': 'ドキュメントに答えなし：{number}',
  'report.limited': '上限により拒否：{number}',
  'report.failed': '失敗：{number}',
  'report.stopped': '停止：{number}',
  'report.helpful': '役に立った：{number}',
  'report.notHelpful': '役に立たなかった：{number}',
  'report.firstText': '最初の言葉まで {median} 秒（中央値）、{p95} 秒（回答の 95 %）',
  'report.surfaces': '質問された場所',
  'report.topics': '繰り返される話題',
  'report.asked': '質問：{number}',
  'report.pages': 'よく引用されるページ',
  'report.disappointing': '期待外れのページ',
  'report.cited': '引用：{number}',
  'reportPlace.mention': 'メンション',
  'reportPlace.direct': 'ダイレクトメッセージ',
  'reportPlace.follow_up': '続けての質問',
  'reportPlace.command': 'コマンド',
  'reportPlace.auto': 'メンションなし',

  'button.openIssue': 'Issue を作成：{number}',
  'issue.opened': 'Issue を作成しました：{link}',
  'issue.known': 'この話題の Issue はすでにあります：{link}',
  'issue.busy': 'この Issue は今ほかの人が作成しています。1 分後にもう一度押してください。',
  'issue.gone': 'これらの質問はもう保存されていません。新しいレポートを表示してください。',
  'issue.notSetUp': 'リポジトリが設定されていません。管理者は GITHUB_REPOSITORY と GITHUB_TOKEN を設定できます。',
  'issueRefused.unauthorized':
    'GitHub にトークンを拒否されたため、Issue は作成されませんでした。管理者による GITHUB_TOKEN の更新が必要です。',
  'issueRefused.forbidden': 'トークンにはそこで Issue を書く権限がありません。管理者が許可できます。',
  'issueRefused.not_found':
    'GitHub にこのリポジトリがないか、トークンからは見えません。管理者は GITHUB_REPOSITORY を確認してください。',
  'issueRefused.disabled': 'このリポジトリでは Issue が無効なため、作成されませんでした。管理者が有効にできます。',
  'issueRefused.rejected': 'GitHub はこの Issue を受け付けませんでした。理由は管理者がログで確認できます。',
  'issueRefused.rate_limited': 'GitHub は今これ以上のリクエストを受け付けません。後でもう一度押してください。',
  'issueRefused.unavailable':
    'GitHub が今応答していません。数分後にもう一度押すと、Issue がすでにあるかを先に確認します。',
} as const satisfies Record<keyof typeof en, string>;
