/** Of what an issue was prepared, by whom and when: hashes of the message and the person. */
import type { Database } from '../../../kit/sql/database.ts';
import type { IssueSubject, Store } from '../../core/ports/store.ts';

export function createPreparedIssues({ sql, hashPerson }: Database): Pick<Store, 'issuePreparedAt' | 'prepareIssue'> {
  return {
    issuePreparedAt,
    async prepareIssue(subject, by, at, isAgain) {
      const { platform, installation } = subject;
      const prepared = { person: hashPerson(by), prepared_at: at };
      const { numInsertedOrUpdatedRows } = await sql
        .insertInto('prepared_issues')
        .values({ subject: toKey(subject), platform, installation, ...prepared })
        .onConflict((conflict) =>
          isAgain ? conflict.column('subject').doUpdateSet(prepared) : conflict.column('subject').doNothing(),
        )
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 1n) return {};
      return { earlier: (await issuePreparedAt(subject)) ?? at };
    },
  };

  async function issuePreparedAt(subject: IssueSubject): Promise<number | undefined> {
    const known = sql.selectFrom('prepared_issues').select('prepared_at').where('subject', '=', toKey(subject));
    return (await known.executeTakeFirst())?.prepared_at;
  }

  function toKey({ platform, installation, id }: IssueSubject): string {
    return hashPerson(JSON.stringify([platform, installation, id]));
  }
}
