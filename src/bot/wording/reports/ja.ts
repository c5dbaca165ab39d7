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
  'issue.link': '入力済みの新しい Issue',
  'issue.ready': '{link}：内容を確認してから GitHub で送信してください。それまでは誰にも見えません。',
  'issue.gone': 'これらの質問はもう保存されていません。新しいレポートを表示してください。',
  'issue.private': 'これらの質問はどれも公開チャンネルで聞かれたものではないため、Issue には載せません。',
  'issue.notSetUp': 'リポジトリが設定されていません。管理者は REPOSITORY_URL を設定できます。',
} as const satisfies Record<keyof typeof en, string>;
