-- What came in about an order, and what became of it. For people and the order's timeline; no
-- decision reads it. Purged after a while, the raw body sooner.
create table callback_receipt (
  delivery_id text primary key,
  channel text not null,
  account text not null,
  order_no text not null,
  kind text not null,
  transaction_id text,
  refund_id text,
  amount bigint,
  currency text,
  identity_matches boolean not null,
  body_digest text not null,
  body bytea,
  received_at timestamptz not null,
  outcome text not null,
  detail text,
  passes integer not null default 1,
  decided_at timestamptz not null default now()
);

create index callback_receipt_order_no on callback_receipt (order_no, received_at);
create index callback_receipt_age on callback_receipt (received_at);
create index callback_receipt_body_age on callback_receipt (received_at) where body is not null;
