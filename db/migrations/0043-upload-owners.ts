import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Who put an upload there, and whether it still waits for its first use. What is there already belongs to whoever uses it; what
 * nobody uses (in a draft on a device) is everybody's, as it was until now: its owner is ''.
 */
export const uploadOwners: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('upload_owner')
      .addColumn('name', 'text', (column) => column.notNull().references('upload.name').onDelete('cascade'))
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('waiting', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('upload_owner_once', ['name', 'owner'])
      .execute()
    await db.schema
      .createIndex('upload_owner_waiting')
      .on('upload_owner')
      .columns(['owner', 'waiting', 'bytes'])
      .execute()
    await db.schema.createIndex('upload_waiting').on('upload_owner').columns(['waiting', 'bytes']).execute()
    await sql`insert into upload_owner (name, owner, bytes)
      select distinct upload.name, recipe.author_id, upload.bytes from upload
      join recipe_upload on recipe_upload.name = upload.name
      join recipe on recipe.id = recipe_upload.recipe_id`.execute(db)
    await sql`insert into upload_owner (name, owner, bytes)
      select upload.name, member_profile.member_id, upload.bytes from member_profile
      join upload on upload.name = replace(replace(photo_url, '/Image/uploads/', ''), '.jpg', '')
      where not exists (select 1 from upload_owner as known
        where known.name = upload.name and known.owner = member_profile.member_id)`.execute(db)
    await sql`insert into upload_owner (name, owner, bytes)
      select name, '', bytes from upload
      where source = 'own'
      and not exists (select 1 from upload_owner as known where known.name = upload.name)
      and not exists (select 1 from picture_source where picture_source.name = upload.name)`.execute(db)
  },
}
