-- What merchants are to be told, and what became of it. The notification row decides; messages on
-- the broker are nudges. Times are the database's own, so that workers' clocks do not matter.

create table endpoint (
  endpoint_id text primary key,
  merchant_no text not null,
  url text not null,
  plan text not null,
  ack_rule text not null,
  secret_encrypted text not null,
  created_at timestamptz not null default now(),
  constraint endpoint_is_one_per_merchant unique (merchant_no),
  constraint endpoint_ack_rule_is_known check (ack_rule in ('BODY_SUCCESS', 'STATUS_2XX'))
);

create table notify_url (
  notify_url_id text primary key,
  merchant_no text not null,
  url text not null,
  created_at timestamptz not null default now(),
  constraint notify_url_is_stored_once unique (merchant_no, url)
);

-- url, plan and ack_rule are copies: a notification is judged by what held when it was created.
-- next_attempt is what a nudge must carry to be valid. It only grows.
create table notification (
  notification_id text primary key,
  event_id text not null,
  order_no text not null,
  event_type text not null,
  merchant_no text not null,
  amount bigint not null,
  currency text not null,
  sequence integer not null,
  url text,
  plan text not null,
  ack_rule text not null,
  body bytea not null,
  state text not null,
  attempt integer not null default 0,
  next_attempt integer not null default 1,
  plan_position integer not null default 0,
  replay_no integer not null default 0,
  lost_in_a_row integer not null default 0,
  due_at timestamptz not null default now(),
  lease_token text,
  lease_until timestamptz,
  last_nudged_at timestamptz,
  last_error text,
  last_status integer,
  delivered_at timestamptz,
  dead_at timestamptz,
  dead_lettered_at timestamptz,
  dead_cause text,
  traceparent text not null,
  created_at timestamptz not null default now(),
  constraint notification_event_is_taken_once unique (event_id),
  constraint notification_is_one_per_order_and_type unique (order_no, event_type),
  constraint notification_state_is_known check (state in ('SCHEDULED', 'DELIVERED', 'DEAD')),
  constraint notification_delivered_has_a_time check (state <> 'DELIVERED' or delivered_at is not null),
  constraint notification_dead_has_a_cause
    check (state <> 'DEAD' or (dead_at is not null and dead_cause is not null)),
  constraint notification_lease_is_whole check ((lease_token is null) = (lease_until is null))
);

-- The sweeper's two questions, and the console's list.
create index notification_due on notification (due_at) where state = 'SCHEDULED';
create index notification_letter_owed on notification (dead_at)
  where state = 'DEAD' and dead_lettered_at is null;
create index notification_by_state on notification (state, notification_id);

create table attempt (
  notification_id text not null references notification,
  attempt integer not null,
  kind text not null,
  started_at timestamptz not null,
  outcome text not null,
  status integer,
  dns_ms integer,
  connect_ms integer,
  tls_ms integer,
  first_byte_ms integer,
  total_ms integer,
  excerpt text,
  primary key (notification_id, attempt),
  constraint attempt_kind_is_known check (kind in ('AUTO', 'MANUAL'))
);
