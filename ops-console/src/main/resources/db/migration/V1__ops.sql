-- Dead letters of all services. One row per episode: a letter that dies again after a replay is a new
-- row with a higher replay_no. Rows leave HELD once, by compare-and-swap, and are never deleted.
create table dead_letter (
  id          text collate "C" primary key,          -- sorts by time; the one key of order and page
  origin      text not null,                         -- the queue it died in
  message_id  text not null,
  replay_no   int not null,
  cause       text not null,
  fault       text not null,
  detail      text not null,
  order_no    text,
  headers     text not null,                         -- JSON as text: jsonb refuses \u0000
  body        bytea not null,
  state       text not null default 'HELD',
  died_at     timestamptz,
  stored_at   timestamptz not null default now(),
  closed_at   timestamptz,
  claim_token uuid,                                  -- who is replaying it right now …
  claimed_by  text,
  claim_until timestamptz,                           -- … and until when that counts (this clock's time)
  constraint dead_letter_is_stored_once unique (origin, message_id, replay_no),
  constraint dead_letter_state_is_known check (state in ('HELD', 'REPLAYED', 'DISCARDED')),
  constraint dead_letter_fault_is_known check (fault in ('MERCHANT', 'PIPELINE', 'POISON')),
  constraint dead_letter_replay_no_counts check (replay_no >= 0),
  constraint dead_letter_closes_when_it_leaves_held check ((state = 'HELD') = (closed_at is null)),
  constraint dead_letter_claim_is_whole check (
    (claim_token is null) = (claim_until is null) and (claim_token is null) = (claimed_by is null))
);

create index dead_letter_by_order on dead_letter (order_no, id) where order_no is not null;
create index dead_letter_by_cause on dead_letter (cause, id);
create index dead_letter_held on dead_letter (id) where state = 'HELD';

-- Nothing leaves REPLAYED or DISCARDED, and what was stored stays as it came.
create function refuse_rewriting_a_dead_letter() returns trigger language plpgsql as $$
begin
  if old.state <> 'HELD' and new.state <> old.state then
    raise exception 'dead letter % is %: no edge leads from there to %', old.id, old.state, new.state
      using errcode = 'check_violation';
  end if;
  if (new.id, new.origin, new.message_id, new.replay_no, new.cause, new.headers, new.body)
      is distinct from (old.id, old.origin, old.message_id, old.replay_no, old.cause, old.headers, old.body) then
    raise exception 'dead letter %: what was stored is never rewritten', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger dead_letter_is_never_rewritten
  before update on dead_letter
  for each row execute function refuse_rewriting_a_dead_letter();

create function refuse_losing_a_dead_letter() returns trigger language plpgsql as $$
begin
  raise exception 'dead letters are never deleted' using errcode = 'restrict_violation';
end $$;

create trigger dead_letter_is_never_deleted
  before delete or truncate on dead_letter
  for each statement execute function refuse_losing_a_dead_letter();

create table operator (
  login      text primary key,
  token_hash bytea not null,                         -- SHA-256 of a random token of 256 bits
  created_at timestamptz not null default now(),
  constraint operator_token_is_its_own unique (token_hash),
  constraint operator_token_hash_is_sha256 check (octet_length(token_hash) = 32)
);

-- What operators did. Append-only.
create table audit_entry (
  id       bigint generated always as identity primary key,
  at       timestamptz not null default clock_timestamp(),
  operator text not null,
  act      text not null,
  subject  text not null,
  reason   text not null,
  outcome  text not null,
  detail   text not null default '',
  constraint audit_reason_is_given check (length(reason) between 1 and 500)
);

create index audit_entry_by_subject on audit_entry (subject, id);

create function refuse_changing_the_audit() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;

create trigger audit_entry_is_append_only
  before update or delete on audit_entry
  for each row execute function refuse_changing_the_audit();

create trigger audit_entry_is_never_truncated
  before truncate on audit_entry
  for each statement execute function refuse_changing_the_audit();
