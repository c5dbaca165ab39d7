/** Column helpers for migrations. */
import type { ColumnDefinitionBuilder } from 'kysely';

export type Engine = 'sqlite' | 'postgres';

export function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull();
}

export function zero(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().defaultTo(0);
}

export function emptyList(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().defaultTo('[]');
}

export function numberType(engine: Engine): 'integer' | 'bigint' {
  // SQLite's autoincrement needs exactly this type name.
  return engine === 'sqlite' ? 'integer' : 'bigint';
}

/** A primary key that increases with each row and is never reused. */
export function runningNumber(column: ColumnDefinitionBuilder, engine: Engine): ColumnDefinitionBuilder {
  const key = column.primaryKey();
  return engine === 'sqlite' ? key.autoIncrement() : key.generatedAlwaysAsIdentity();
}
