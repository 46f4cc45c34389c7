-- breaking: no
-- locks: none
-- The move of this cell to another database, while there is one. It stays here when the cell has moved.
create table cell_move (
  one boolean primary key default true check (one),
  move_id uuid not null,
  -- The new database, without its password.
  target text not null,
  -- The role of the cell's servers, which the fence keeps out.
  role text not null,
  step text not null,
  -- Written when no session of the role is left: where it arrives, everything before it has arrived.
  last_mark uuid,
  begun_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
