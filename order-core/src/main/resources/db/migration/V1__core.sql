-- The books of PayRelay. Constraints are named for what they protect; the application relies on
-- them as the last line of defence, not as its control flow.

create table merchant (
  merchant_no text primary key,
  name text not null,
  created_at timestamptz not null default now()
);

-- An API key is 256 random bits, so a plain SHA-256 of it is as good as a slow hash.
create table api_key (
  key_id text primary key,
  merchant_no text not null references merchant,
  secret_hash bytea not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

-- Which merchant a configured channel account belongs to. Names of one family (WeChat v2 and v3)
-- share the channel's transaction ids.
create table channel_account (
  channel text not null,
  account text not null,
  channel_family text not null,
  merchant_no text not null references merchant,
  created_at timestamptz not null default now(),
  primary key (channel, account)
);

create table order_edge (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);

insert into order_edge
values
  ('INIT', 'PAYING'),
  ('INIT', 'CLOSED'),
  ('PAYING', 'SUCCESS'),
  ('PAYING', 'FAIL'),
  ('PAYING', 'CLOSED');

create table orders (
  order_no text primary key,
  merchant_no text not null references merchant,
  merchant_order_no text not null,
  amount bigint not null,
  currency text not null,
  status text not null default 'INIT',
  version bigint not null default 0,
  channel text,
  channel_account text,
  channel_order_no text,
  pay_succ_time timestamptz,
  notify_url_id text,
  event_sequence integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint order_is_created_once unique (merchant_no, merchant_order_no),
  constraint order_amount_is_positive check (amount > 0),
  constraint order_currency_is_a_code check (currency ~ '^[A-Z]{3}$'),
  constraint order_status_is_known check (status in ('INIT', 'PAYING', 'SUCCESS', 'FAIL', 'CLOSED')),
  constraint order_is_bound_to_an_account
    foreign key (channel, channel_account) references channel_account (channel, account)
);

-- The edges are named with their schema: whoever updates an order, with whatever search path or
-- temporary tables, meets the same ones.
create function refuse_illegal_order_status() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'INIT' then
      raise exception 'order % must begin as INIT, not %', new.order_no, new.status
        using errcode = 'check_violation', constraint = 'order_begins_as_init';
    end if;
  elsif new.status <> old.status and not exists (
    select from core.order_edge where from_status = old.status and to_status = new.status
  ) then
    raise exception 'order % is %: no edge leads from there to %', new.order_no, old.status, new.status
      using errcode = 'check_violation', constraint = 'order_follows_the_edges';
  end if;
  return new;
end $$;

create trigger order_follows_the_edges
before insert or update of status on orders
for each row execute function refuse_illegal_order_status();

create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create table order_transition (
  transition_id bigint generated always as identity primary key,
  order_no text not null references orders,
  from_status text not null,
  to_status text not null,
  cause text not null,
  created_at timestamptz not null default now(),
  constraint transition_follows_an_edge foreign key (from_status, to_status) references order_edge,
  constraint order_enters_a_status_once unique (order_no, to_status)
);

create trigger order_transition_is_append_only
before update or delete or truncate on order_transition
for each statement execute function refuse_change_of_history();

-- One row for each arrival of money, whatever the order's state. Never purged: an old notice
-- without a timestamp would become new money.
create table channel_payment (
  payment_id bigint generated always as identity primary key,
  channel_family text not null,
  account text not null,
  transaction_id text not null,
  channel text not null,
  order_no text not null,
  amount bigint not null,
  currency text not null,
  outcome text not null,
  delivery_id text not null,
  paid_at timestamptz,
  received_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint payment_arrives_once unique (channel_family, account, transaction_id),
  constraint payment_amount_is_positive check (amount > 0),
  constraint payment_outcome_is_known check (outcome in ('SETTLED', 'SUSPENDED', 'ADOPTED'))
);

create index channel_payment_order_no on channel_payment (order_no);

create unique index order_is_paid_once on channel_payment (order_no)
where outcome in ('SETTLED', 'ADOPTED');

create table ledger_account (
  account_id bigint generated always as identity primary key,
  kind text not null,
  owner text not null,
  currency text not null,
  constraint ledger_account_is_opened_once unique (kind, owner, currency),
  constraint ledger_account_currency unique (account_id, currency),
  constraint ledger_account_kind_is_known check (kind in ('CLEARING', 'SUSPENSE', 'MERCHANT'))
);

-- Credits minus debits. Accounts that everyone books on are spread over several slots.
create table account_balance (
  account_id bigint not null references ledger_account,
  slot smallint not null,
  balance bigint not null default 0,
  primary key (account_id, slot)
);

create table ledger_entry (
  entry_id bigint generated always as identity primary key,
  kind text not null,
  source_id text not null,
  debit_account bigint not null,
  credit_account bigint not null,
  amount bigint not null,
  currency text not null,
  order_no text,
  created_at timestamptz not null default now(),
  constraint ledger_entry_is_booked_once unique (kind, source_id),
  constraint ledger_entry_amount_is_positive check (amount > 0),
  constraint ledger_entry_moves_money check (debit_account <> credit_account),
  constraint ledger_entry_debit_in_its_currency
    foreign key (debit_account, currency) references ledger_account (account_id, currency),
  constraint ledger_entry_credit_in_its_currency
    foreign key (credit_account, currency) references ledger_account (account_id, currency)
);

create trigger ledger_entry_is_append_only
before update or delete or truncate on ledger_entry
for each statement execute function refuse_change_of_history();

-- What waits for a person.
create table payment_case (
  case_id bigint generated always as identity primary key,
  kind text not null,
  status text not null default 'OPEN',
  payment_id bigint references channel_payment,
  channel text not null,
  channel_family text not null,
  account text not null,
  order_no text not null,
  refund_key text,
  amount bigint,
  currency text,
  resolution text,
  reason text,
  version bigint not null default 0,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint payment_has_one_case unique (payment_id),
  constraint refund_has_one_case unique (channel_family, account, refund_key),
  constraint case_kind_is_known check (kind in (
    'LATE_SUCCESS', 'AMOUNT_MISMATCH', 'DOUBLE_PAYMENT', 'UNKNOWN_ORDER', 'WRONG_ACCOUNT', 'REFUND')),
  constraint case_is_open_or_closed_with_a_reason check (
    (status = 'OPEN' and closed_at is null)
    or (status = 'CLOSED' and closed_at is not null and resolution is not null and reason is not null)),
  constraint case_has_a_subject check (payment_id is not null or refund_key is not null)
);

create index payment_case_open on payment_case (opened_at) where status = 'OPEN';
create index payment_case_order_no on payment_case (order_no);

-- Events that are committed with what they tell of, and published afterwards with confirms.
create table outbox (
  outbox_id bigint generated always as identity primary key,
  event_id text not null,
  event_type text not null,
  order_no text not null references orders,
  body bytea not null,
  traceparent text not null,
  created_at timestamptz not null default now(),
  leased_until timestamptz,
  sent_at timestamptz,
  constraint event_id_is_unique unique (event_id),
  constraint event_is_emitted_once unique (order_no, event_type)
);

create index outbox_waiting on outbox (outbox_id) where sent_at is null;
