# Of compose.yaml and the Helm chart: runs once, when the database is made. Neither role is a superuser.
psql -v ON_ERROR_STOP=1 -v password="$(cat /run/secrets/castellan-password)" --username postgres --dbname postgres <<'SQL'
create role castellan_app nologin nosuperuser nobypassrls;
create role castellan login password :'password';
grant castellan_app to castellan;
create database castellan owner castellan;
SQL
