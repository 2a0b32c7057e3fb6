import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  PostgresQueryCompiler,
  SqliteQueryCompiler,
} from 'kysely'

/** The compilers below rename columns to snake_case: Kysely's own walk through each query costs more than a small query. */
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
