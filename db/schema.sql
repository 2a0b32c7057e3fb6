-- Made by npm run schema.

create table alarm (
  key text not null,
  text text not null,
  began_at bigint not null,
  ended_at bigint,
  told_at bigint,
  claimed_until bigint not null default 0,
  tries integer not null default 0,
  urgent integer not null default 0,
  mailed_at bigint,
  end_told_at bigint,
  primary key (key)
);
create index alarm_by_end on alarm (ended_at);

create table audit (
  id text not null,
  request_id text not null,
  content_hash text not null,
  happened_at bigint not null,
  actor_id text,
  actor_name text not null,
  actor_role text not null,
  act text not null,
  subject text not null,
  before text,
  after text,
  answer text not null,
  press text,
  primary key (id),
  unique (request_id)
);
create index audit_by_act on audit (act, happened_at, id);
create index audit_by_person on audit (actor_name, happened_at, id) where act <> 'packing.tick';
create index audit_by_press on audit (press);
create index audit_by_subject on audit (subject, happened_at);
create index audit_by_time on audit (happened_at, id);
create index audit_without_ticks on audit (happened_at, id) where act <> 'packing.tick';

create table backup_code (
  member_id text not null,
  hash text not null,
  used_at bigint,
  foreign key (member_id) references desk_person (member_id) on delete cascade,
  primary key (member_id, hash)
);

create table closed_product (
  number text not null,
  closed_at bigint not null,
  primary key (number)
);

create table comment (
  id text not null,
  recipe_id text not null,
  author_id text,
  author_name text not null,
  text text not null,
  source text not null,
  created_at bigint not null,
  hidden integer not null default 0,
  hidden_reason text not null default '',
  check (source in ('own', 'demo')),
  foreign key (author_id) references member (id) on delete set null,
  foreign key (recipe_id) references recipe (id) on delete cascade,
  primary key (id)
);
create index comment_author on comment (author_id);
create index comment_newest on comment (recipe_id, created_at, id, hidden);

create table comment_list (
  recipe_id text not null,
  version integer not null,
  foreign key (recipe_id) references recipe (id) on delete cascade,
  primary key (recipe_id)
);

create table desk_challenge (
  challenge text not null,
  expires_at bigint not null,
  primary key (challenge)
);

create table desk_invitation (
  token_hash text not null,
  member_id text not null,
  role text not null,
  email text not null,
  created_by text,
  expires_at bigint not null,
  check (role in ('owner', 'packer')),
  foreign key (member_id) references member (id) on delete cascade,
  primary key (token_hash)
);
create index desk_invitation_member on desk_invitation (member_id);

create table desk_person (
  member_id text not null,
  role text not null,
  created_at bigint not null,
  created_by text,
  set_up_until bigint not null,
  codes_noted_at bigint,
  ended_at bigint,
  may_count integer not null default 0,
  check (role in ('owner', 'packer')),
  foreign key (member_id) references member (id) on delete cascade,
  primary key (member_id)
);

create table desk_session (
  id text not null,
  token_hash text not null,
  member_id text not null,
  member_session_id text not null,
  role text not null,
  user_agent text not null,
  began_at bigint not null,
  seen_at bigint not null,
  confirmed_at bigint not null,
  foreign key (member_id) references desk_person (member_id) on delete cascade,
  foreign key (member_session_id) references member_session (id) on delete cascade,
  primary key (id),
  unique (member_session_id),
  unique (token_hash)
);
create index desk_session_member on desk_session (member_id);

create table desk_view (
  id text not null,
  member_id text not null,
  list text not null,
  place integer not null,
  name text not null,
  search text not null,
  check (place >= 1 and place <= 8),
  foreign key (member_id) references desk_person (member_id) on delete cascade,
  primary key (id),
  unique (member_id, list, name),
  unique (member_id, list, place)
);

create table dispute (
  id text not null,
  payment_intent text not null,
  amount bigint not null,
  reason text not null,
  status text not null,
  due_by bigint,
  opened_at bigint not null,
  as_of bigint not null,
  closed_at bigint,
  withdrawn integer not null default 0,
  taken_at bigint,
  primary key (id)
);
create index dispute_by_payment on dispute (payment_intent);

create table favourite (
  member_id text not null,
  recipe_id text not null,
  title text not null,
  author text not null,
  main_image_url text not null,
  created_at bigint not null,
  foreign key (member_id) references member (id) on delete cascade,
  primary key (member_id, recipe_id)
);
create index favourite_newest on favourite (member_id, created_at, recipe_id);
create index favourite_recipe on favourite (recipe_id);

create table feed_addition (
  number text not null,
  position integer,
  pictures text not null default '',
  primary key (number)
);

create table feed_import (
  id text not null,
  active integer not null,
  url_hash text not null,
  etag text,
  last_modified text,
  last_attempt_at bigint,
  last_success_at bigint,
  last_error text,
  failures integer not null,
  short_since bigint,
  item_count integer not null,
  bad_since bigint,
  nothing_since bigint,
  asked_at bigint,
  began_at bigint,
  finished_at bigint,
  changed_count integer not null default 0,
  left_count integer not null default 0,
  check (active in (0, 1)),
  primary key (id)
);

create table feed_problem (
  ordinal integer not null,
  row_number integer not null,
  management_number text,
  reason text not null,
  raw_text text not null,
  detail text,
  row_count integer not null default 1,
  primary key (ordinal)
);

create table former_member (
  id text not null,
  member_id text not null,
  foreign key (member_id) references member (id) on delete cascade,
  primary key (id)
);
create index former_member_of on former_member (member_id);

create table found_fabric (
  order_id text not null,
  position integer not null,
  number text not null,
  found_at bigint not null,
  foreign key (order_id) references orders (id) on delete cascade,
  primary key (order_id, position)
);
create index found_fabric_of on found_fabric (number);

create table further_parcel (
  order_id text not null,
  position integer not null,
  carrier text not null,
  tracking text not null,
  check (position > 0),
  foreign key (order_id) references orders (id) on delete cascade,
  primary key (order_id, position),
  unique (order_id, tracking)
);
create index further_parcel_by_tracking on further_parcel (tracking);

create table held_price (
  number text not null,
  price_text text not null,
  price integer,
  former_price integer not null,
  kept_at bigint,
  primary key (number)
);

create table kit (
  number text not null,
  level text not null,
  fabric_size text not null,
  comment text not null,
  created_at bigint not null,
  fabric_numbers text not null default '',
  place integer,
  check (level in ('beginner', 'intermediate', 'advanced', 'other')),
  foreign key (number) references product (number) on delete cascade,
  primary key (number)
);
create index kit_newest on kit (created_at, number);

create table label_text (
  order_id text not null,
  field text not null,
  original text not null,
  text text not null,
  foreign key (order_id) references orders (id),
  primary key (order_id, field)
);

create table link_item (
  id text not null,
  title text not null,
  price text not null,
  image_url text not null,
  apply_url text not null,
  influencer_url text not null,
  position integer not null,
  source text not null,
  from_day text,
  to_day text,
  updated_at bigint not null default 0,
  check (source in ('own', 'demo')),
  primary key (id)
);

create table mail (
  id text not null,
  kind text not null,
  subject_key text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  message_id text not null,
  state text not null,
  attempts integer not null,
  next_attempt_at bigint not null,
  claimed_until bigint not null,
  last_error text,
  created_at bigint not null,
  sent_at bigint,
  holds_token integer not null default 0,
  put_aside_at bigint,
  reply_to text,
  check (state in ('queued', 'sent', 'dead')),
  primary key (id),
  unique (kind, subject_key),
  unique (message_id)
);
create index mail_by_subject on mail ((substr(subject_key, 1, instr(subject_key || ' ', ' ') - 1))); -- SQLite
create index mail_by_subject on mail (split_part(subject_key, ' ', 1)); -- PostgreSQL
create index mail_by_time on mail (created_at);
create index mail_delivered_link on mail (state, holds_token) where holds_token = 1 and state = 'sent' and text <> '';
create index mail_due on mail (state, next_attempt_at);
create index mail_kept_since on mail (coalesce(sent_at, case when state = 'dead' then next_attempt_at end)) where subject <> '';

create table member (
  id text not null,
  name text not null,
  email text not null,
  email_verified integer not null,
  image text,
  created_at text not null,
  updated_at text not null,
  primary key (id),
  unique (email)
);
create index member_newest on member (created_at, id);

create table member_account (
  id text not null,
  member_id text not null,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at text,
  refresh_token_expires_at text,
  scope text,
  created_at text not null,
  updated_at text not null,
  foreign key (member_id) references member (id) on delete cascade,
  primary key (id),
  unique (member_id, provider_id)
);

create table member_block (
  member_id text not null,
  blocked_id text not null,
  created_at bigint not null,
  foreign key (blocked_id) references member (id) on delete cascade,
  foreign key (member_id) references member (id) on delete cascade,
  primary key (member_id, blocked_id)
);
create index member_block_blocked on member_block (blocked_id);

create table member_link (
  id text not null,
  member_id text not null,
  purpose text not null,
  token_hash text not null,
  email text not null,
  created_at bigint not null,
  expires_at bigint not null,
  check (purpose in ('verify', 'reset', 'change', 'revert')),
  foreign key (member_id) references member (id) on delete cascade,
  primary key (id),
  unique (token_hash)
);
create index member_link_member on member_link (member_id);

create table member_passkey (
  id text not null,
  member_id text not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  label text not null,
  created_at bigint not null,
  last_used_at bigint,
  foreign key (member_id) references member (id) on delete cascade,
  primary key (id),
  unique (credential_id)
);
create index member_passkey_member on member_passkey (member_id);

create table member_profile (
  member_id text not null,
  role text not null default 'member',
  can_upload integer not null default 1,
  can_moderate integer not null default 0,
  can_manage_users integer not null default 0,
  can_delete_content integer not null default 0,
  join_date text not null,
  interests text not null default '[]',
  achievements text not null default '[]',
  updated_at bigint not null,
  bio text not null default '',
  photo_url text not null default '',
  instagram text not null default '',
  twitter text not null default '',
  youtube text not null default '',
  tiktok text not null default '',
  website text not null default '',
  facebook text not null default '',
  line text not null default '',
  hometown text not null default '',
  favorite_food text not null default '',
  cooking_style text not null default '',
  personal_story text not null default '',
  source text not null default 'own',
  can_comment integer not null default 1,
  check (role in ('member', 'admin')),
  foreign key (member_id) references member (id) on delete cascade,
  primary key (member_id)
);

create table member_session (
  id text not null,
  member_id text not null,
  token text not null,
  expires_at text not null,
  ip_address text,
  user_agent text,
  created_at text not null,
  updated_at text not null,
  foreign key (member_id) references member (id) on delete cascade,
  primary key (id),
  unique (token)
);
create index member_session_member on member_session (member_id);

create table member_standing (
  member_id text not null,
  upload_reason text not null default '',
  comment_reason text not null default '',
  version integer not null,
  upload_stop text not null default '',
  comment_stop text not null default '',
  foreign key (member_id) references member (id) on delete cascade,
  primary key (member_id)
);

create table news (
  id text not null,
  date text not null,
  sort_at bigint not null,
  title text not null,
  content text not null,
  source text not null,
  from_day text,
  to_day text,
  updated_at bigint not null default 0,
  check (source in ('own', 'demo')),
  primary key (id)
);
create index news_newest on news (sort_at, id);

create table order_event (
  id text not null,
  order_id text not null,
  happened_at bigint not null,
  what text not null,
  actor text not null,
  detail text,
  audit_id text,
  foreign key (order_id) references orders (id),
  primary key (id)
);
create index order_event_by_order on order_event (order_id, happened_at);

create table order_exchange (
  id text not null,
  request_id text not null,
  order_id text not null,
  position integer not null,
  from_position integer not null,
  units integer not null,
  number text not null,
  type text not null,
  name text not null,
  description text not null,
  unit_price integer not null,
  image_url text,
  picture text,
  refund_id text,
  exchanged_at bigint not null,
  exchanged_by text not null,
  undone_at bigint,
  undone_by text,
  check (from_position < position),
  check (units > 0),
  foreign key (order_id) references orders (id) on delete cascade,
  primary key (id),
  unique (order_id, position),
  unique (request_id)
);

create table order_export (
  order_id text not null,
  kind text not null,
  format text,
  service text,
  export_id text not null,
  position integer not null,
  exported_at bigint not null,
  check (kind in ('label', 'note')),
  foreign key (order_id) references orders (id) on delete cascade,
  primary key (order_id, kind)
);
create index order_export_of on order_export (export_id);

create table order_line (
  order_id text not null,
  position integer not null,
  number text not null,
  type text not null,
  name text not null,
  description text not null,
  unit_price integer not null,
  quantity integer not null,
  free integer not null,
  image_url text,
  picture text,
  foreign key (order_id) references orders (id),
  primary key (order_id, position)
);
create index order_line_of_number on order_line (number);

create table order_message (
  id text not null,
  order_id text not null,
  written_at bigint not null,
  written_by text not null,
  text text not null,
  foreign key (order_id) references orders (id),
  primary key (id)
);
create index order_message_by_order on order_message (order_id, written_at);

create table order_note (
  id text not null,
  order_id text not null,
  written_at bigint not null,
  written_by text not null,
  text text not null,
  foreign key (order_id) references orders (id),
  primary key (id)
);
create index order_note_by_order on order_note (order_id, written_at);

create table order_return (
  id text not null,
  order_id text not null,
  announced_at bigint not null,
  arrived_at bigint,
  lines text not null,
  condition text,
  refund_id text,
  foreign key (order_id) references orders (id),
  foreign key (refund_id) references refund (id),
  primary key (id)
);
create index order_return_by_order on order_return (order_id);

create table order_search (
  order_id text not null,
  text text not null,
  place text not null,
  email text not null,
  foreign key (order_id) references orders (id) on delete cascade,
  primary key (order_id)
);

create table orders (
  id text not null,
  order_number text not null,
  state text not null,
  browser_token text not null,
  cart_fingerprint text not null,
  open_key text,
  access_token text not null,
  subtotal integer not null,
  shipping integer not null,
  total integer not null,
  tax_included integer not null,
  currency text not null,
  from_view text not null,
  cancel_path text not null,
  attempt integer not null,
  session_expires_at bigint not null,
  session_id text,
  session_url text,
  payment_intent text,
  customer_name text,
  customer_email text,
  customer_phone text,
  shipping_address text,
  practice integer not null,
  confirmation_text text not null,
  submit_text text not null,
  shipping_text text not null,
  terms_version text not null,
  review_reason text,
  created_at bigint not null,
  paid_at bigint,
  shipped_at bigint,
  checked_at bigint not null,
  issuer text,
  session_names_token integer not null default 0,
  former_token_hash text,
  restored_at bigint,
  cancelled_at bigint,
  settled_at bigint,
  cancel_reason text,
  settled_how text,
  carrier text,
  tracking text,
  version integer not null default 0,
  accepted_amount bigint,
  search_text text,
  address_changed_at bigint,
  source text not null default 'own',
  note_hides_prices integer not null default 0,
  check (source in ('own', 'demo')),
  check (state in ('pending', 'awaiting_payment', 'paid', 'needs_review', 'failed', 'expired')),
  check (total = subtotal + shipping),
  primary key (id),
  unique (access_token),
  unique (open_key),
  unique (order_number),
  unique (session_id)
);
create index orders_awaiting on orders (created_at, id) where state = 'awaiting_payment';
create index orders_by_address on orders (lower(customer_email));
create index orders_by_browser on orders (browser_token, state);
create index orders_by_payment on orders (paid_at);
create index orders_by_phone on orders (customer_phone);
create index orders_by_state on orders (state, checked_at);
create index orders_by_time on orders (created_at);
create index orders_by_tracking on orders (tracking);
create index orders_cancelled on orders (id) where cancelled_at is not null;
create index orders_open on orders (created_at, id) where state = 'paid' and shipped_at is null and cancelled_at is null;
create index orders_reviewed on orders (created_at, id) where (review_reason is not null or state = 'needs_review') and settled_at is null;
create index orders_shipped on orders (shipped_at, id) where shipped_at is not null;
create index orders_to_search on orders (search_text, customer_email, tracking, id);
create unique index orders_by_former_token on orders (former_token_hash);

create table packing_tick (
  order_id text not null,
  position integer not null,
  step text not null,
  ticked_at bigint not null,
  ticked_by text,
  check (step in ('cut', 'packed')),
  foreign key (order_id) references orders (id),
  primary key (order_id, position, step)
);

create table passkey (
  id text not null,
  member_id text not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  label text not null,
  created_at bigint not null,
  last_used_at bigint,
  foreign key (member_id) references desk_person (member_id) on delete cascade,
  primary key (id),
  unique (credential_id)
);
create index passkey_member on passkey (member_id);

create table payment (
  payment_intent text not null,
  order_id text,
  session_id text not null,
  amount bigint not null,
  currency text not null,
  livemode integer not null,
  received_at bigint not null,
  role text not null,
  fee bigint,
  net bigint,
  check (role in ('first', 'second', 'unmatched')),
  foreign key (order_id) references orders (id),
  primary key (payment_intent)
);
create index payment_by_order on payment (order_id);
create index payment_by_time on payment (received_at);

create table picture_source (
  address text not null,
  name text,
  failure text,
  tries integer not null,
  next_try_at bigint,
  place integer not null,
  shown_by text not null,
  version text not null,
  primary key (address)
);
create index picture_source_name on picture_source (name);

create table popular_keyword (
  id text not null,
  name text not null,
  image text not null,
  position integer not null,
  compared text not null default '',
  updated_at bigint not null default 0,
  primary key (id)
);
create unique index popular_keyword_compared on popular_keyword (compared);

create table product (
  number text not null,
  type text not null,
  name text not null,
  description text not null,
  price_text text not null,
  price integer,
  image_url text not null,
  status text not null,
  source text not null,
  position integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  more_images text not null default '',
  reading text not null default '',
  practice integer not null default 0,
  plain_number text,
  plain_name text,
  facets text,
  facet_words text,
  read_from text,
  colour text not null default '',
  material text not null default '',
  width text not null default '',
  thickness text not null default '',
  text text not null default '',
  facts_of text,
  washing text not null default '',
  check (price >= 0 and price <= 999999),
  check (source in ('own', 'feed', 'demo')),
  check (type in ('fabric', 'kit')),
  primary key (number)
);
create index product_listed on product (type, status, source, position, number, updated_at);
create index product_plain_number on product (type, plain_number);
create index product_shown on product (type, status, source, position);

create table product_file (
  id text not null,
  name text not null,
  sent_by text not null,
  sent_at bigint not null,
  state text not null,
  same_count integer not null,
  left_count integer not null,
  applied_at bigint,
  undone_at bigint,
  content text,
  primary key (id)
);

create table product_file_row (
  file_id text not null,
  ordinal integer not null,
  row_number integer,
  number text not null,
  kind text not null,
  version bigint,
  before text,
  after text,
  problems text not null default '',
  waits integer not null default 0,
  after_version bigint,
  undo text,
  count_before text,
  count_after text,
  shelf_mark text,
  count_undo text,
  shelf_mark_after text,
  count_problem text not null default '',
  foreign key (file_id) references product_file (id) on delete cascade,
  primary key (file_id, ordinal)
);
create index product_file_row_of_product on product_file_row (number, after_version);

create table rate_limit (
  subject text not null,
  span_start bigint not null,
  span_end bigint not null,
  count integer not null,
  primary key (subject, span_start)
);
create index rate_limit_by_end on rate_limit (span_end);

create table receipt (
  number integer not null,
  revision integer not null,
  order_id text not null,
  kind text not null,
  refund_id text not null,
  name_line text not null,
  issued_at bigint not null,
  issued_by text not null,
  html text not null,
  sha256 text not null,
  printed_at bigint,
  foreign key (order_id) references orders (id),
  primary key (number, revision),
  unique (order_id, kind, refund_id, revision)
);

create table receipt_counter (
  id integer not null,
  last_number integer not null,
  primary key (id)
);

create table received_piece (
  receiving_id text not null,
  piece_id text not null,
  number text not null,
  units integer not null,
  begins integer not null,
  state text not null,
  foreign key (receiving_id) references receiving (id),
  primary key (receiving_id, piece_id)
);
create index received_piece_of_number on received_piece (number, state);

create table receiving (
  id text not null,
  received_at bigint not null,
  received_by text not null,
  undone_at bigint,
  primary key (id)
);
create index receiving_newest on receiving (received_at, id);

create table recipe (
  id text not null,
  author_id text not null,
  author_name text not null,
  author_sns text not null,
  title text not null,
  description text not null,
  ingredients text not null,
  steps text not null,
  affiliate_products text not null,
  tags text not null,
  cooking_time text not null,
  difficulty text not null,
  explanation_type text not null,
  youtube_url text not null,
  website_explanation text not null,
  pdf_url text not null,
  main_image_url text not null,
  likes integer not null default 0,
  views integer not null default 0,
  hidden integer not null default 0,
  source text not null,
  created_at bigint not null,
  updated_at bigint not null,
  document_id bigint,
  hidden_reason text not null default '',
  material_ties text not null default '[]',
  more_images text not null default '[]',
  check (likes >= 0),
  check (source in ('own', 'demo')),
  foreign key (author_id) references member (id) on delete cascade,
  primary key (id)
);
create index recipe_author on recipe (author_id, created_at, id, hidden, likes, updated_at);
create index recipe_document on recipe (document_id, hidden, author_id, difficulty, likes);
create index recipe_newest on recipe (created_at, id, hidden, author_id, difficulty, document_id, updated_at);
create index recipe_popular on recipe (likes, created_at, id, hidden, author_id, difficulty, document_id);

create table recipe_like (
  recipe_id text not null,
  member_id text not null,
  created_at bigint not null,
  foreign key (member_id) references member (id) on delete cascade,
  foreign key (recipe_id) references recipe (id) on delete cascade,
  primary key (recipe_id, member_id)
);
create index recipe_like_member on recipe_like (member_id);

create table recipe_product (
  recipe_id text not null,
  document_id bigint not null,
  number text not null,
  chosen_name text not null,
  foreign key (recipe_id) references recipe (id) on delete cascade,
  primary key (number, document_id, chosen_name)
);
create index recipe_product_recipe on recipe_product (recipe_id);

create table recipe_ranked_text (
  document_id integer not null, -- SQLite
  document_id bigint not null, -- PostgreSQL
  recipe_id text not null,
  created_at bigint not null,
  read_from text not null,
  title text not null,
  tags text not null,
  materials text not null,
  lead text not null,
  body text not null,
  foreign key (recipe_id) references recipe (id) on delete cascade,
  primary key (document_id),
  unique (recipe_id)
);

create table recipe_tag (
  recipe_id text not null,
  tag text not null,
  document_id bigint,
  foreign key (recipe_id) references recipe (id) on delete cascade,
  primary key (tag, recipe_id)
);
create index recipe_tag_document on recipe_tag (tag, document_id);
create index recipe_tag_recipe on recipe_tag (recipe_id);

create table recipe_to_index (
  document_id bigint not null,
  primary key (document_id)
);

create table recipe_upload (
  recipe_id text not null,
  name text not null,
  file_name text not null default '',
  foreign key (recipe_id) references recipe (id) on delete cascade,
  primary key (name, recipe_id)
);
create index recipe_upload_recipe on recipe_upload (recipe_id);

create table refund (
  id text not null,
  provider_id text,
  payment_intent text not null,
  amount bigint not null,
  state text not null,
  failure_reason text,
  asked_at bigint not null,
  as_of bigint not null,
  via text not null default 'outside',
  request_id text,
  pending_reason text,
  reason text,
  note text,
  asked_by text,
  settled_at bigint,
  mails_buyer integer not null default 0,
  tax bigint,
  instead_of text,
  dropped_at bigint,
  forgone_because text,
  check (amount > 0),
  check (state in ('asked', 'pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
  check (via in ('provider', 'outside', 'transfer')),
  primary key (id),
  unique (provider_id)
);
create index refund_asked on refund (asked_at, id) where state = 'asked';
create index refund_by_payment on refund (payment_intent);
create index refund_by_time on refund (asked_at);
create index refund_in_place_of on refund (instead_of);
create unique index refund_by_request on refund (request_id);

create table refund_line (
  refund_id text not null,
  ordinal integer not null,
  part text not null,
  position integer,
  units integer not null,
  amount bigint not null,
  check (amount >= 0),
  check (part in ('lines', 'shipping', 'other')),
  foreign key (refund_id) references refund (id),
  primary key (refund_id, ordinal)
);

create table report (
  id text not null,
  case_id text not null,
  reporter text not null,
  reason text not null,
  words text not null,
  email text,
  seen text not null,
  created_at bigint not null,
  outcome_id text,
  foreign key (case_id) references report_case (id) on delete cascade,
  primary key (id),
  unique (case_id, reporter)
);
create index report_by_age on report (created_at, id);
create index report_by_reporter on report (reporter);
create index report_of_case on report (case_id, created_at, id);
create index report_of_email on report (email);
create index report_of_outcome on report (outcome_id);

create table report_case (
  id text not null,
  kind text not null,
  thing_id text not null,
  author_id text,
  seen text not null,
  waiting_since bigint,
  waiting integer not null,
  version integer not null,
  touched_at bigint not null,
  primary key (id),
  unique (kind, thing_id)
);
create index report_case_by_age on report_case (touched_at, id);
create index report_case_of_author_waiting on report_case (author_id, waiting_since, id);
create index report_case_waiting on report_case (waiting_since, id);

create table report_outcome (
  id text not null,
  case_id text not null,
  way text not null,
  reason text not null,
  happened_at bigint not null,
  actor_name text not null,
  changed text not null,
  told_at bigint,
  undone_at bigint,
  foreign key (case_id) references report_case (id) on delete cascade,
  primary key (id)
);
create index report_outcome_of_case on report_outcome (case_id, happened_at, id);
create index report_outcome_untold on report_outcome (told_at, happened_at, id);

create table report_upload (
  case_id text not null,
  name text not null,
  foreign key (case_id) references report_case (id) on delete cascade,
  primary key (case_id, name)
);
create index report_upload_by_name on report_upload (name);

create table restock_request (
  id text not null,
  number text not null,
  email text not null,
  token_hash text not null,
  created_at bigint not null,
  confirmed_at bigint,
  primary key (id),
  unique (number, email),
  unique (token_hash)
);
create index restock_request_by_age on restock_request (confirmed_at, created_at);

create table sales_basis (
  from_month text not null,
  basis text not null,
  check (basis in ('shipped', 'paid')),
  primary key (from_month)
);

create table sales_due (
  subject text not null,
  primary key (subject)
);

create table sales_entry (
  id text not null,
  cause text not null,
  turn integer not null,
  kind text not null,
  takes_back integer not null,
  day text not null,
  own_day text not null,
  order_id text,
  order_number text not null,
  practice integer not null,
  rate integer not null,
  amount bigint not null,
  tax bigint not null,
  shipping bigint not null,
  fee bigint not null,
  payout bigint not null,
  shipped_on text,
  paid_on text not null,
  payment_intent text not null,
  written_at bigint not null,
  number integer,
  check (kind in ('sale', 'refund', 'dispute', 'dispute-won', 'fee')),
  foreign key (order_id) references orders (id) on delete cascade,
  primary key (id),
  unique (cause, turn)
);
create index sales_entry_by_day on sales_entry (practice, day, id);
create index sales_entry_by_order on sales_entry (order_id);
create index sales_entry_to_number on sales_entry (day, id) where number is null;
create unique index sales_entry_by_number on sales_entry (number);

create table sales_line (
  order_id text not null,
  position integer not null,
  turn integer not null,
  day text not null,
  practice integer not null,
  number text not null,
  name text not null,
  units integer not null,
  amount bigint not null,
  foreign key (order_id) references orders (id) on delete cascade,
  primary key (order_id, position, turn)
);
create index sales_line_by_day on sales_line (practice, day);

create table sales_unsent (
  month text not null,
  order_id text not null,
  order_number text not null,
  practice integer not null,
  paid_on text not null,
  amount bigint not null,
  foreign key (order_id) references orders (id) on delete cascade,
  primary key (month, order_id)
);
create index sales_unsent_by_order on sales_unsent (order_id);

create table search_document (
  id integer not null, -- SQLite
  id bigint not null default nextval('search_document_id_seq'::regclass), -- PostgreSQL
  index_name text not null,
  key text not null,
  title text not null, -- PostgreSQL
  body text not null, -- PostgreSQL
  tokens tsvector not null, -- PostgreSQL
  primary key (id),
  unique (index_name, key)
);
create index search_document_tokens on search_document using gin (tokens); -- PostgreSQL

create virtual table search_text using fts5 (title, body, content='', contentless_delete=1, tokenize='ascii', prefix='1'); -- SQLite

create table search_word (
  id text not null,
  same text not null,
  near text not null,
  primary key (id)
);

create table second_factor (
  member_id text not null,
  secret text not null,
  confirmed_at bigint,
  last_step bigint not null default 0,
  failures text not null default '[]',
  locked_until bigint not null default 0,
  foreign key (member_id) references desk_person (member_id) on delete cascade,
  primary key (member_id)
);

create table shop_state (
  key text not null,
  value text not null,
  primary key (key)
);

create table situation_category (
  id text not null,
  name text not null,
  image text not null,
  position integer not null,
  compared text not null default '',
  updated_at bigint not null default 0,
  primary key (id)
);
create unique index situation_category_compared on situation_category (compared);

create table situation_tag (
  situation_id text not null,
  tag text not null,
  label text not null default '',
  foreign key (situation_id) references situation_category (id) on delete cascade,
  primary key (situation_id, tag)
);

create table stock (
  number text not null,
  mode text not null,
  counted_by text not null,
  feed_cell text,
  waiting_cell text,
  low_at integer,
  version integer not null default 1,
  most_units integer not null default 0,
  held_units integer not null default 0,
  emptied text,
  joined text,
  recount integer not null default 0,
  reordered_units integer,
  reordered_at bigint,
  check (counted_by in ('desk', 'feed')),
  check (mode in ('pieces', 'count')),
  primary key (number)
);

create table stock_claim (
  id text not null,
  number text not null,
  piece_id text,
  order_id text not null,
  position integer not null,
  units integer not null,
  state text not null,
  until bigint,
  client text,
  network text,
  claimed_at bigint not null,
  check (state in ('held', 'promised', 'cut', 'released')),
  check (units > 0),
  primary key (id)
);
create index stock_claim_of_piece on stock_claim (piece_id);
create index stock_claim_open on stock_claim (number, state) where state in ('held', 'promised');
create unique index stock_claim_once on stock_claim (order_id, position) where state <> 'released';

create table stock_move (
  id text not null,
  number text not null,
  piece_id text not null,
  units integer not null,
  why text not null,
  actor text not null,
  order_id text,
  happened_at bigint not null,
  primary key (id)
);
create index stock_move_of_number on stock_move (number, happened_at);
create index stock_move_of_piece on stock_move (piece_id);

create table stock_piece (
  id text not null,
  number text not null,
  units integer not null,
  left_units integer not null,
  length_cm integer,
  width_cm integer,
  label text not null,
  source text not null,
  received_at bigint not null,
  closed_at bigint,
  name text not null default '',
  check (left_units >= 0 and left_units <= units),
  check (units >= 0),
  primary key (id),
  unique (number, label)
);
create index stock_piece_open on stock_piece (number) where closed_at is null;

create table suspended_member (
  member_id text not null,
  reason text not null,
  suspended_at bigint not null,
  stop text not null default '',
  foreign key (member_id) references member (id) on delete cascade,
  primary key (member_id)
);

create table upload (
  name text not null,
  kind text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  source text not null,
  last_put_at bigint not null,
  check (kind in ('picture', 'pdf')),
  check (source in ('own', 'demo')),
  primary key (name)
);
create index upload_oldest on upload (last_put_at, name);

create table upload_owner (
  name text not null,
  owner text not null,
  bytes integer not null,
  waiting integer not null default 0,
  foreign key (name) references upload (name) on delete cascade,
  primary key (name, owner)
);
create index upload_owner_waiting on upload_owner (owner, waiting, bytes);
create index upload_waiting on upload_owner (waiting, bytes);

create table webhook_event (
  id text not null,
  type text not null,
  session_id text,
  received_at bigint not null,
  primary key (id)
);
create index webhook_event_by_session on webhook_event (session_id);

create table zero_hit (
  day integer not null,
  area text not null,
  words text not null,
  typed text not null,
  clients integer not null,
  primary key (day, area, words)
);
