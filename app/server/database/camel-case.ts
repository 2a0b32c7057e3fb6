import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  PostgresQueryCompiler,
  SqliteQueryCompiler,
} from 'kysely'

/**
 * Columns are snake_case in SQL and camelCase in code; what lies within a JSON column keeps its keys. The names of a query
 * are changed by its compiler: a second walk through each query for them costs more than a small query.
 */
export class CamelCaseNames extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true })
  }
  override transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }
  nameInSql(name: string): string {
    return this.snakeCase(name)
  }
}

export class SnakeCaseSqliteCompiler extends SqliteQueryCompiler {
  readonly #names = new CamelCaseNames()
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(this.#names.nameInSql(identifier))
  }
}

export class SnakeCasePostgresCompiler extends PostgresQueryCompiler {
  readonly #names = new CamelCaseNames()
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(this.#names.nameInSql(identifier))
  }
}
