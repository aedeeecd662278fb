-- What was made of a product before its row changed tells by the version that it is out of date.
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
--> statement-breakpoint
create trigger raise_version before update on products for each row execute function raise_version();
