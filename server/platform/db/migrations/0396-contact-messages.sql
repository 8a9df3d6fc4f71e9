-- What visitors write on the contact page: an inbox of the academy. The version counts the changes of a message.
create table contact_message (
  id uuid primary key default new_id(),
  name text not null,
  email text not null,
  message text not null,
  received_at timestamptz not null,
  state text not null default 'new' check (state in ('new', 'answered', 'closed')),
  changed_at timestamptz not null,
  version integer not null default 1
);
create index contact_message_state on contact_message (state, id);
create index contact_message_received on contact_message (received_at, id);
create index contact_message_email on contact_message (email);
create index contact_message_search on contact_message
  using gin ((name || ' ' || email || ' ' || message) gin_trgm_ops);
create index contact_message_signs on contact_message
  using gin (search_signs(name || ' ' || email || ' ' || message))
  where search_signs(name || ' ' || email || ' ' || message) is not null;

-- What staff answered, by email.
create table contact_answer (
  id uuid primary key default new_id(),
  message_id uuid not null references contact_message on delete cascade,
  written_by uuid not null references account,
  sent_at timestamptz not null,
  text text not null
);
create index contact_answer_message on contact_answer (message_id);
create index contact_answer_writer on contact_answer (written_by);
